/** Laws of the rule by which a proposed task takes the current one's place. */
import fc from 'fast-check'
import type { Direction } from '../../../contracts/worlds/environment.ts'
import { directionOf } from '../../../curriculum/acceptance/direction.ts'
import type { Change } from '../../../curriculum/acceptance/change.ts'
import { binomial } from '../../../math/binomial.ts'
import { successRate, type Count } from '../../../math/wilson.ts'
import { counts } from '../cases/arbitraries.ts'
import { law, lawsOf, type FormulationLaw, type Table } from '../cases/law.ts'
import { distinctTexts, numberText } from '../cases/tables.ts'

const directions = fc.constantFrom<Direction[]>('harder', 'easier')
const bands = fc.constantFrom({ low: 0.2, high: 0.8 }, { low: 0.1, high: 0.9 }, { low: 0.4, high: 0.6 })
const changes: fc.Arbitrary<Change> = fc.record({
  direction: directions,
  current: counts(16),
  proposed: counts(16),
  band: bands,
})

const countText = (count: Count): string => `${count.successes} of ${count.trials}`

const show = ({ direction, current, proposed, band }: Change): Table => ({
  columns: ['direction', 'band', 'current won', 'proposed won'],
  rows: [[direction, `${band.low} to ${band.high}`, countText(current), countText(proposed)]],
})

const ofAcceptance = lawsOf<Change>({ part: 'accepts', show, cases: () => changes })

const source = 'RLAnything, arXiv 2602.02488, environment adaptation'

export const acceptanceLaws: readonly FormulationLaw[] = [
  ofAcceptance({
    name: 'accepted-strictly-between',
    statement: 'what is accepted has moved the right way and not through the band, both strictly',
    source,
    find: ({ accepts }, one) => {
      if (!accepts(one)) return null
      const { direction, band } = one
      const [from, to] = [successRate(one.current), successRate(one.proposed)]
      const between = direction === 'harder' ? band.low < to && to < from : from < to && to < band.high
      const wanted = direction === 'harder' ? `${band.low} < acc(q′) < acc(q)` : `acc(q) < acc(q′) < ${band.high}`
      return between ? null : { table: show(one), expected: `refused: not ${wanted}`, found: 'accepted' }
    },
  }),
  ofAcceptance({
    name: 'unchanged-never-accepted',
    statement: 'a task that fares exactly as the one it is to replace is never accepted',
    source,
    cases: () => changes.map(change => ({ ...change, proposed: change.current })),
    find: ({ accepts }, one) => (accepts(one) ? { table: show(one), expected: 'refused', found: 'accepted' } : null),
  }),
  ofAcceptance({
    name: 'one-direction',
    statement: 'no pair of measurements is accepted both as harder and as easier',
    source,
    find: ({ accepts }, one) =>
      accepts({ ...one, direction: 'harder' }) && accepts({ ...one, direction: 'easier' })
        ? { table: show(one), expected: 'refused in one direction', found: 'accepted in both' }
        : null,
  }),
  ofAcceptance({
    name: 'something-is-accepted',
    statement: 'a clear change into the middle of the band is accepted',
    source,
    cases: () =>
      fc.tuple(directions, bands, fc.integer({ min: 32, max: 128 })).map(([direction, band, trials]) => ({
        direction,
        band,
        current: { successes: direction === 'harder' ? trials : 0, trials },
        proposed: { successes: Math.round(trials / 2), trials },
      })),
    find: ({ accepts }, one) => (accepts(one) ? null : { table: show(one), expected: 'accepted', found: 'refused' }),
  }),
  law<{ readonly trials: number; readonly rate: number }>({
    name: 'unchanged-seldom-passes',
    statement:
      'a task proposed again unchanged, found outside the band by chance or not, passes at most one time in ten',
    source: `${source}; the rule looks at two measurements of few episodes`,
    severity: 'curious',
    part: 'accepts',
    cases: () => fc.record({ trials: fc.constantFrom(8, 4, 16), rate: fc.constantFrom(0.1, 0.05, 0.9) }),
    show: ({ trials, rate }) => ({ columns: ['episodes', 'true rate'], rows: [[trials, rate]] }),
    find: ({ accepts }, { trials, rate }) => {
      const band = { low: 0.2, high: 0.8 }
      const chances = binomial(trials, rate)
      let asked = 0
      let passed = 0
      chances.forEach((chance, successes) => {
        const current = { successes, trials }
        const direction = directionOf(successes / trials, band)
        if (direction === null) return
        asked += chance
        chances.forEach((other, again) => {
          if (accepts({ direction, current, proposed: { successes: again, trials }, band })) passed += chance * other
        })
      })
      const share = passed / asked
      if (share <= 0.1) return null
      return {
        table: {
          columns: ['episodes', 'true rate', 'P(proposed)', 'P(passes if proposed)'],
          rows: [[trials, rate, numberText(asked), numberText(share)]],
        },
        expected: 'at most 0.1',
        found: distinctTexts(0.1, share)[1],
      }
    },
  }),
]
