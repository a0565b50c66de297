import test from 'ava'
import { versionsOf, type LineageEvent } from '../../src/curriculum/lineage.ts'
import { parseLineageEvent } from '../../src/curriculum/parse-lineage.ts'

const hard = { successes: 1, trials: 8 }
const fair = { successes: 4, trials: 8 }
/** Of the version that is proposed. */
const origin = {
  iteration: 1,
  parent: 0,
  direction: 'easier',
  proposer: 'adapter',
  edit: 'show-target',
  reason: 'the target is in sight',
  baseline: hard,
} as const
const events: readonly LineageEvent<string>[] = [
  { kind: 'rooted', iteration: 0, slot: 0, version: 0, task: 'root' },
  { kind: 'rooted', iteration: 0, slot: 1, version: 0, task: 'other' },
  { kind: 'measured', iteration: 1, slot: 0, version: 0, count: hard },
  { kind: 'proposed', slot: 0, version: 1, task: 'easier', ...origin },
  { kind: 'measured', iteration: 2, slot: 0, version: 1, count: fair },
  { kind: 'decided', iteration: 2, slot: 0, version: 1, rule: 'paper', accepted: true, current: hard, proposed: fair },
]

test('every version of a slot is kept with its origin, its measurements and its fate', t => {
  t.deepEqual(versionsOf(events, 0), [
    { version: 0, task: 'root', origin: null, fate: 'root', measurements: [{ iteration: 1, count: hard }] },
    {
      version: 1,
      task: 'easier',
      origin,
      fate: 'accepted',
      measurements: [{ iteration: 2, count: fair }],
    },
  ])
  t.is(versionsOf(events, 1).length, 1)
  t.deepEqual(versionsOf(events, 2), [])
})

test('what is said of a version that was never proposed makes no version', t => {
  const place = { iteration: 1, slot: 0, version: 7 }
  const strays: readonly LineageEvent<string>[] = [
    { kind: 'measured', ...place, count: hard },
    { kind: 'decided', ...place, rule: 'paper', accepted: true, current: hard, proposed: fair },
    { kind: 'withdrawn', ...place, reason: 'crashed' },
  ]
  for (const stray of strays) t.deepEqual(versionsOf([stray], 0), [])
})

test('a line that is no event is refused, naming the field', t => {
  const parse = (value: unknown) => parseLineageEvent(value, String)
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  refused(() => parse({ kind: 'lost' }), /not a lineage event: kind: /)
  refused(() => parse({ ...events[2], slot: -1 }), /not a lineage event: slot: /)
  refused(() => parse({ ...events[2], count: { successes: 9, trials: 8 } }), /count: must have successes <= trials/)
  refused(() => parse({ ...events[2], colour: 'red' }), /colour/)
  refused(() => parse(null), /not a lineage event: it: /)
})

test("a task is held to the world's own check", t => {
  const refuse = () => {
    throw new RangeError('rooms must be a list')
  }
  t.throws(() => parseLineageEvent(events[0], refuse), { instanceOf: RangeError, message: 'rooms must be a list' })
})
