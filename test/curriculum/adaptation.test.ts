import test from 'ava'
import fc from 'fast-check'
import { Subject } from 'rxjs'
import type { Rollout } from '../../src/contracts/episode.ts'
import { acceptanceRule, byPaper } from '../../src/methods/rlanything/formulation/acceptance-rule.ts'
import type { Failure } from '../../src/contracts/failure.ts'
import { rootKey } from '../../src/math/random.ts'
import type { Adapt, EditProposal, ProposalOutcome } from '../../src/curriculum/messages.ts'
import type { ToTrainer } from '../../src/contracts/messages/calls.ts'
import {
  countOf,
  decidePending,
  measuredEvents,
  proposeOutside,
  reportDecisions,
  type TaskPoolChange,
  type TaskPool,
} from '../../src/curriculum/adaptation.ts'
import { endpointOf, type Logged } from '../run/actors/usual-actors.ts'
import { createClient } from '../../src/run/actors/client.ts'
import { verdictKind } from '../../src/reward/verdicts/kind.ts'
import type { LineageEvent } from '../../src/curriculum/lineage.ts'
import { replayLineage, rootEvents } from '../../src/curriculum/slots.ts'
import { nth } from '../../src/math/nth.ts'
import { votedEpisode, member } from '../run/rollout-arbitraries.ts'

const band = { low: 0.2, high: 0.8 }
const paper = { rule: 'paper', band, accepts: byPaper, by: null } as const
const roots = ['a', 'b', 'c']
const emptyBook: TaskPool = { slots: replayLineage<unknown>(rootEvents(roots)), criticismBySlot: {} }
const group = (won: number, of = 4): readonly Rollout[] =>
  Array.from({ length: of }, (_, index) => votedEpisode({ won: index < won, votes: [[-1, -1]], reason: 'too far' }))

/** The trainer's end of an adapter that answers as told. */
function adapter(answer: (asked: Adapt) => EditProposal | null, failure: Failure | null = null) {
  const inbox = new Subject<ToTrainer>()
  const asked: Adapt[] = []
  const told: ProposalOutcome[] = []
  const send = (message: Logged) => {
    if (message.kind === 'proposal-outcome') told.push(message)
    if (message.kind !== 'adapt') return
    asked.push(message)
    const { id, slot } = message
    inbox.next({ kind: 'proposed', to: 'trainer', from: 'adapter', id, slot, proposal: answer(message), failure })
  }
  return { client: createClient(endpointOf({ inbox, send })), send, asked, told }
}
const another = ({ task, direction }: Adapt): EditProposal => ({
  task: `${String(task)} ${direction}`,
  edit: 'more time',
  complaint: 'too far',
  reason: 'There is more time.',
})
const propose = (cast: ReturnType<typeof adapter>, pool: TaskPool, wins: Readonly<Record<number, number>>) =>
  proposeOutside(cast.client, pool, {
    iteration: 1,
    measured: Object.entries(wins).map(([slot, won]) => ({
      slot: Number(slot),
      group: {
        task: null,
        members: group(won).map((rollout, episode) => member(rollout, Number(slot), episode)),
        passes: null,
      },
    })),
    band,
    criticise: verdictKind.criticise,
    key: rootKey(1),
  })
const decide = (pool: TaskPool, wins: Readonly<Record<number, number>>): TaskPoolChange =>
  decidePending(
    pool,
    2,
    new Map(Object.entries(wins).map(([slot, won]) => [Number(slot), { pending: group(won), current: [] }])),
    paper,
  )

test('the pool after any run is what its lineage replays to, and has as many slots as ever', async t => {
  const wins = fc.array(fc.record({ 0: fc.nat(4), 1: fc.nat(4), 2: fc.nat(4) }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(wins, fc.boolean(), async (iterations, lazy) => {
      const cast = adapter(asked => (lazy && asked.slot === 1 ? null : another(asked)))
      const lineage: LineageEvent<unknown>[] = rootEvents<unknown>(roots)
      let pool = emptyBook
      for (const won of iterations) {
        const pending = [...pool.slots.keys()].filter(slot => nth(pool.slots, slot).pending !== null)
        const decided = decide(pool, Object.fromEntries(pending.map(slot => [slot, won[slot as 0 | 1 | 2]])))
        reportDecisions(cast.client, pool, decided.events)
        const proposed = await propose(cast, decided.pool, won)
        pool = proposed.pool
        lineage.push(...decided.events, ...proposed.events)
      }
      t.deepEqual(replayLineage(lineage), pool.slots)
      t.is(pool.slots.length, roots.length)
      const pending = pool.slots.flatMap((slot, index) => (slot.pending === null ? [] : [String(index)]))
      t.deepEqual(
        Object.keys(pool.criticismBySlot),
        pending,
        'a complaint is kept for each pending proposal, and no other',
      )
      t.is(cast.told.length, lineage.filter(({ kind }) => kind === 'decided').length)
    }),
    { numRuns: 40 },
  )
})

test('tasks outside the band are asked about, those within it and on its edges are not', async t => {
  const cast = adapter(another)
  const { pool, events, outside } = await propose(cast, emptyBook, { 0: 0, 1: 2, 2: 4 })
  t.is(outside, 2)
  t.deepEqual(
    cast.asked.map(({ slot, direction, accuracy, task }) => [slot, direction, accuracy, task]),
    [
      [0, 'easier', 0, 'a'],
      [2, 'harder', 1, 'c'],
    ],
  )
  const [lost] = cast.asked
  t.like(lost?.critic, { complaint: 'too far', condemned: 1 })
  t.is(lost?.critic.text.split('\n')[1], '✗ look: too far')
  t.deepEqual(
    events.map(event => event.kind === 'proposed' && [event.slot, event.task, event.edit, event.proposer]),
    [
      [0, 'a easier', 'more time', 'adapter'],
      [2, 'c harder', 'more time', 'adapter'],
    ],
  )
  t.deepEqual(pool.criticismBySlot, { 0: 'too far', 2: 'too far' })
})

test('one proposal a slot is pending, and a slot for which there is none stays as it is', async t => {
  const first = await propose(adapter(another), emptyBook, { 0: 0 })
  const again = adapter(another)
  t.is((await propose(again, first.pool, { 0: 0 })).outside, 0)
  t.deepEqual(again.asked, [])
  const none = await propose(
    adapter(() => null),
    emptyBook,
    { 0: 0 },
  )
  t.deepEqual([none.pool, none.events, none.outside], [emptyBook, [], 1])
})

test('the adapter is told what became of each proposal, and after which complaint it was made', async t => {
  const cast = adapter(another)
  const { pool } = await propose(cast, emptyBook, { 0: 0, 2: 4 })
  reportDecisions(cast.client, pool, decide(pool, { 0: 2, 2: 4 }).events)
  const said = { kind: 'proposal-outcome', to: 'adapter', from: 'trainer', edit: 'more time', complaint: 'too far' }
  t.deepEqual(cast.told, [
    { ...said, direction: 'easier', accepted: true },
    { ...said, direction: 'harder', accepted: false },
  ] as readonly unknown[])
})

test('a proposal that nobody could play is withdrawn, not decided; so is one without its counterpart by rule sound', async t => {
  const { pool } = await propose(adapter(another), emptyBook, { 0: 0 })
  const unplayed = decidePending(pool, 2, new Map([[0, { pending: [], current: group(0) }]]), paper)
  const alone = decidePending(pool, 2, new Map([[0, { pending: group(2), current: [] }]]), { ...paper, rule: 'sound' })
  for (const { pool: after, events } of [unplayed, alone]) {
    t.like(events, [{ kind: 'withdrawn', slot: 0, version: 1, reason: 'no episode of it could be played' }])
    t.is(after.slots[0]?.pending, null)
    t.deepEqual(after.slots[0]?.current, emptyBook.slots[0]?.current)
  }
})

test('by rule sound, what was played beside its counterpart is decided by it', async t => {
  const { pool } = await propose(adapter(another), emptyBook, { 0: 0 })
  const sound = { ...paper, rule: 'sound', accepts: acceptanceRule({ rule: 'sound', confidence: 0.8 }) } as const
  const decided = (current: readonly Rollout[]) =>
    decidePending(pool, 2, new Map([[0, { pending: group(4, 8), current }]]), sound).events
  t.like(decided(group(0, 8)), [{ kind: 'decided', rule: 'sound', accepted: true }])
  t.like(decided(group(3, 8)), [{ kind: 'decided', rule: 'sound', accepted: false }])
})

test('of what was withdrawn, or never pending, the adapter is told nothing', async t => {
  const cast = adapter(another)
  const { pool } = await propose(cast, emptyBook, { 0: 0 })
  reportDecisions(cast.client, pool, decidePending(pool, 2, new Map([[0, { pending: [], current: [] }]]), paper).events)
  reportDecisions(cast.client, emptyBook, decide(pool, { 0: 2 }).events)
  t.deepEqual(cast.told, [])
})

test('a task that nobody could play is not asked about', async t => {
  const cast = adapter(another)
  const unplayed = { slot: 0, group: { task: null, members: [], passes: null } }
  const options = { iteration: 1, measured: [unplayed], band, criticise: verdictKind.criticise, key: rootKey(1) }
  t.is((await proposeOutside(cast.client, emptyBook, options)).outside, 0)
})

test('complaints of proposals that are still pending are kept, and searches that broke off are told', async t => {
  const first = await propose(adapter(another), emptyBook, { 0: 0 })
  const second = await propose(adapter(another), first.pool, { 2: 4 })
  t.deepEqual(second.pool.criticismBySlot, { 0: 'too far', 2: 'too far' })
  t.deepEqual(second.failures, [])
  const failure: Failure = { kind: 'invalid', reason: 'no such edit' }
  const broken = await propose(
    adapter(() => null, failure),
    emptyBook,
    { 0: 0, 2: 4 },
  )
  t.deepEqual(broken.failures, [failure, failure])
})

test('a measurement is of the version that was played, and of no group that nobody could play', async t => {
  const { pool } = await propose(adapter(another), emptyBook, { 0: 0 })
  const played = (use: 'train' | 'pending', slot: number, rollouts: readonly Rollout[]) => ({
    use,
    slot,
    task: null,
    keys: [],
    members: rollouts.map((rollout, episode) => member(rollout, slot, episode)),
    passes: null,
  })
  const groups = [
    played('train', 0, group(1)),
    played('pending', 0, group(3)),
    played('train', 1, []),
    played('pending', 2, group(1)),
  ]
  t.deepEqual(measuredEvents(pool, 2, groups), [
    { kind: 'measured', iteration: 2, slot: 0, version: 0, count: { successes: 1, trials: 4 } },
    { kind: 'measured', iteration: 2, slot: 0, version: 1, count: { successes: 3, trials: 4 } },
  ])
})

test('an episode that could not be played is no trial', t => {
  t.deepEqual(countOf(group(2, 3)), { successes: 2, trials: 3 })
  t.deepEqual(countOf([]), { successes: 0, trials: 0 })
})
