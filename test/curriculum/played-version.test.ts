import test from 'ava'
import { playedVersion, type LineageEvent } from '../../src/curriculum/lineage.ts'

const count = { successes: 1, trials: 8 }
const proposal = { direction: 'harder', proposer: 'adapter', edit: 'add', reason: 'more', baseline: count } as const
const events: readonly LineageEvent<string>[] = [
  { kind: 'rooted', iteration: 0, slot: 0, version: 0, task: 'root' },
  { kind: 'rooted', iteration: 0, slot: 1, version: 0, task: 'other' },
  { kind: 'measured', iteration: 1, slot: 0, version: 0, count },
  { kind: 'proposed', iteration: 1, slot: 0, version: 1, task: 'edited', parent: 0, ...proposal },
  { kind: 'measured', iteration: 2, slot: 0, version: 0, count },
  { kind: 'measured', iteration: 2, slot: 0, version: 1, count },
  {
    kind: 'decided',
    iteration: 2,
    slot: 0,
    version: 1,
    rule: 'sound',
    accepted: true,
    current: count,
    proposed: count,
  },
  { kind: 'measured', iteration: 3, slot: 0, version: 1, count },
]
const played = (iteration: number, use: string, slot = 0) =>
  playedVersion(events, { slot, iteration, use })?.task ?? null

test('a group played the version that was measured in its iteration; a proposed one beside it is the later', t => {
  t.is(played(1, 'train'), 'root')
  t.is(played(2, 'train'), 'root')
  t.is(played(2, 'pending'), 'edited')
  t.is(played(3, 'train'), 'edited')
})

test('of a group that was not measured nothing is known', t => {
  t.is(played(4, 'train'), null)
  t.is(played(1, 'train', 1), null)
  t.is(played(1, 'train', 7), null)
})
