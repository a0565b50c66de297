import test from 'ava'
import fc from 'fast-check'
import { defaultBand } from '../../src/curriculum/acceptance/direction.ts'
import { editsSummary, unchangedIn } from '../../src/curriculum/edits-summary.ts'
import type { LineageEvent } from '../../src/curriculum/lineage.ts'

const of8 = (successes: number) => ({ successes, trials: 8 })

/** A slot whose task was edited as often as there are trials, each a new version. */
const edited = (
  slot: number,
  trials: readonly { readonly edit: string; readonly from: number; readonly to: number; readonly accepted: boolean }[],
): readonly LineageEvent<string>[] =>
  trials.flatMap(({ edit, from, to, accepted }, index): readonly LineageEvent<string>[] => {
    const place = { iteration: index + 1, slot, version: index + 1 }
    const proposed = { task: 'task', parent: 0, direction: 'harder', proposer: 'adapter', reason: '', edit } as const
    return [
      { kind: 'proposed', ...place, ...proposed, baseline: of8(from) },
      { kind: 'decided', ...place, rule: 'paper', accepted, current: of8(from), proposed: of8(to) },
    ]
  })

const measured = (slot: number, successes: readonly number[]): readonly LineageEvent<string>[] =>
  successes.map((count, index) => ({ kind: 'measured', iteration: index, slot, version: 0, count: of8(count) }))

test('every decision is counted once, under its kind of edit', t => {
  const trial = fc.record({
    edit: fc.constantFrom('a', 'b', 'c'),
    from: fc.nat(8),
    to: fc.nat(8),
    accepted: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(trial), trials => {
      const found = editsSummary(edited(0, trials))
      for (const { edit, decided, accepted, meanChange } of found) {
        const own = trials.filter(each => each.edit === edit)
        t.is(decided, own.length)
        t.is(accepted, own.filter(each => each.accepted).length)
        t.true(Math.abs(meanChange - own.reduce((sum, { from, to }) => sum + to - from, 0) / 8 / own.length) < 1e-9)
      }
      t.is(found.length, new Set(trials.map(({ edit }) => edit)).size)
      t.deepEqual(
        found.map(({ decided }) => decided),
        found.map(({ decided }) => decided).sort((a, b) => b - a),
      )
    }),
  )
})

test('a proposal that is not decided on is left out', t => {
  const events = edited(0, [{ edit: 'a', from: 8, to: 4, accepted: true }])
  t.deepEqual(editsSummary(events.slice(0, 1)), [])
})

test('tasks that were measured twice are decided as if the second were an edit of the first', t => {
  const events = [...measured(0, [8, 4, 5, 8, 1]), ...measured(1, [0, 0, 2, 7]), ...measured(2, [4, 8])]
  t.deepEqual(unchangedIn(events, defaultBand), [
    /* 8 → 4 passes, 8 → 1 falls below the band; what begins within the band calls for no edit. */
    { direction: 'harder', edit: 'none', decided: 2, accepted: 1, meanChange: -0.6875 },
    /* 0 → 2 passes, 0 → 0 is no easier. */
    { direction: 'easier', edit: 'none', decided: 2, accepted: 1, meanChange: 0.125 },
  ])
})
