/** Laws of the task slots under a rule of acceptance. */
import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { directionOf } from '../../../feedback/direction.ts'
import type { Count } from '../../../math/wilson.ts'
import type { LineageEvent } from '../../../training/tasks/lineage.ts'
import { decide, propose } from '../../../training/tasks/proposals.ts'
import { advance, replay, rootEvents, slotAt, type Slots } from '../../../training/tasks/slots.ts'
import { counts } from '../../arbitraries.ts'
import { law, type FormulationLaw, type Subject, type Table } from '../law.ts'

/** What is measured of the slots, round by round: a task outside the band is changed, and decided on in the next. */
interface Rounds {
  readonly slots: number
  readonly measured: readonly { readonly slot: number; readonly baseline: Count; readonly proposed: Count }[]
}

const band = { low: 0.2, high: 0.8 }

const rounds: fc.Arbitrary<Rounds> = fc.integer({ min: 1, max: 3 }).chain(slots =>
  fc.record({
    slots: fc.constant(slots),
    measured: fc.array(fc.record({ slot: fc.nat({ max: slots - 1 }), baseline: counts(8), proposed: counts(8) }), {
      maxLength: 12,
    }),
  }),
)

const show = ({ measured }: Rounds): Table => ({
  columns: ['slot', 'current won', 'proposed won'],
  rows: measured.map(({ slot, baseline, proposed }) => [
    slot,
    `${baseline.successes} of ${baseline.trials}`,
    `${proposed.successes} of ${proposed.trials}`,
  ]),
})

function live(formulation: Subject, { slots: number, measured }: Rounds) {
  const events: LineageEvent<number>[] = rootEvents(Array.from({ length: number }, (_, slot) => slot))
  let slots: Slots<number> = replay(events)
  const tell = (event: LineageEvent<number>): void => {
    slots = advance(slots, event)
    events.push(event)
  }
  measured.forEach(({ slot, baseline, proposed }, iteration) => {
    const direction = directionOf(baseline.successes / baseline.trials, band)
    if (direction === null) return
    const origin = { proposer: 'law', edit: 'next', reason: 'it is the next number' }
    tell(propose(slots, { iteration, slot, direction, baseline, task: number + iteration, ...origin }, band))
    tell(decide(slots, { iteration, slot, band, evidence: { rule: 'paper', proposed }, formulation }))
  })
  return { events, slots }
}

export const lineageLaws: readonly FormulationLaw[] = [
  law<Rounds>({
    name: 'slots-constant',
    statement: 'whatever is accepted, there are as many slots as at first, each with one task',
    source: 'RLAnything, arXiv 2602.02488, environment adaptation: q′ takes the place of q',
    severity: 'must',
    part: 'accepts',
    cases: () => rounds,
    show,
    judge: (subject, one) => {
      const { slots } = live(subject, one)
      return slots.length === one.slots && slots.every(({ pending }) => pending === null)
        ? null
        : { table: show(one), expected: `${one.slots} slots without a pending task`, found: `${slots.length} slots` }
    },
  }),
  law<Rounds>({
    name: 'lineage-replayable',
    statement: 'the slots are what their written lineage replays to, and each holds its root or what was accepted last',
    source: 'a run goes on from its tasks.jsonl',
    severity: 'must',
    part: 'accepts',
    cases: () => rounds,
    show,
    judge: (subject, one) => {
      const { events, slots } = live(subject, one)
      const written = events.map(event => JSON.parse(JSON.stringify(event)) as LineageEvent<number>)
      const again = replay(written)
      const wrong = [...slots.keys()].find(index => {
        const last = events.findLast(event => event.kind === 'decided' && event.slot === index && event.accepted)
        return slotAt(slots, index).current.version !== (last?.version ?? 0)
      })
      if (isDeepStrictEqual(again, slots) && wrong === undefined) return null
      return {
        table: show(one),
        expected: 'the same slots',
        found: wrong === undefined ? 'others' : `slot ${wrong} differs`,
      }
    },
  }),
]
