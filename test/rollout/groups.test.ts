import test from 'ava'
import fc from 'fast-check'
import { episodeId, recordedObserver } from '../../src/contracts/episode.ts'
import { rootKey } from '../../src/math/random.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { playedGroups } from '../../src/rollout/groups.ts'
import { rlanythingConfig } from '../../src/methods/rlanything/settings.ts'
import { planGroups } from '../../src/methods/rlanything/groups.ts'
import { votingOf, requestsWithVotes } from '../../src/reward/requests-with-votes.ts'
import { policyRequest, policyRequests } from '../../src/rollout/rollout-requests.ts'
import { advance, replayLineage, rootEvents, type Slots } from '../../src/curriculum/slots.ts'
import { rollouts } from '../run/rollout-arbitraries.ts'

const config = (rule: 'paper' | 'sound' = 'paper', source: 'reward-model' | 'outcome' = 'reward-model') =>
  rlanythingConfig(
    parseRunConfig({ tasks: { slots: 6, perIteration: 2, episodes: 3 }, adaptation: { rule }, feedback: { source } }),
  )
const root = rootKey(5)
const slotsWithPending = (...pending: readonly number[]): Slots<unknown> =>
  pending.reduce<Slots<unknown>>(
    (slots, slot) =>
      advance(slots, {
        kind: 'proposed',
        iteration: 0,
        slot,
        version: 1,
        parent: 0,
        task: `proposed ${slot}`,
        direction: 'easier',
        proposer: 'adapter',
        edit: 'add-hint',
        reason: '',
        baseline: { successes: 0, trials: 3 },
      }),
    replayLineage<unknown>(rootEvents(['a', 'b', 'c', 'd', 'e', 'f'])),
  )

test('every pending task is played in the next iteration, beside the drawn ones', t => {
  fc.assert(
    fc.property(fc.subarray([0, 1, 2, 3, 4, 5]), fc.integer({ min: 1, max: 20 }), (pending, iteration) => {
      const plan = planGroups({ config: config(), root }, iteration, slotsWithPending(...pending))
      t.deepEqual(
        plan.filter(({ use }) => use === 'pending').map(({ slot, task }) => [slot, task]),
        pending.map(slot => [slot, `proposed ${slot}`]),
      )
      t.is(plan.filter(({ use }) => use === 'train').length, 2)
    }),
  )
})

test('proposals that iterations before play already are not played again', t => {
  fc.assert(
    fc.property(fc.subarray([0, 1, 2, 3, 4, 5]), fc.integer({ min: 1, max: 20 }), (pending, iteration) => {
      const plan = planGroups({ config: config('sound'), root }, iteration, slotsWithPending(...pending), 0)
      t.deepEqual(plan, planGroups({ config: config('sound'), root }, iteration, slotsWithPending()))
    }),
  )
})

test('by rule sound the task that would be replaced is played beside it, once', t => {
  fc.assert(
    fc.property(fc.subarray([0, 1, 2, 3, 4, 5]), fc.integer({ min: 1, max: 20 }), (pending, iteration) => {
      const plan = planGroups({ config: config('sound'), root }, iteration, slotsWithPending(...pending))
      const current = plan.filter(({ use }) => use === 'train').map(({ slot }) => slot)
      t.is(new Set(current).size, current.length)
      t.true(pending.every(slot => current.includes(slot)))
    }),
  )
})

test('no two episodes of a run share an id or a stream of chance', t => {
  const keys = ['train', 'pending', 'unseen evaluation', 'probe'].flatMap(use =>
    [0, 1, 2].flatMap(iteration =>
      [0, 1, 2].flatMap(slot => [0, 1].map(episode => ({ use, iteration, slot, episode }))),
    ),
  )
  const where = { config: config(), root }
  const chances = keys.flatMap(key => {
    const { key: world, players } = policyRequest(where, key, 'a task')
    const sampled = Object.values(players).flatMap(player => (player.kind === 'model' ? [player.sampling.key] : []))
    return [...(world === undefined ? [] : [world]), ...sampled, votingOf(where, key, 'verdicts').key]
  })
  t.is(new Set(keys.map(episodeId)).size, keys.length)
  t.is(new Set(chances.map(({ high, low }) => `${high} ${low}`)).size, 3 * keys.length)
})

test('requests are those of the plan, voted or not as it is asked', t => {
  const plan = planGroups({ config: config(), root }, 1, slotsWithPending(3))
  const where = { config: config(), root }
  const orders = requestsWithVotes(where, plan, 'verdicts')
  t.deepEqual(
    orders.map(({ id }) => id),
    plan.flatMap(({ keys }) => keys.map(episodeId)),
  )
  t.is(orders.length, 9)
  t.true(orders.every(({ observers }) => observers[recordedObserver]?.samplesPerStep === 3))
  t.deepEqual(
    policyRequests(where, plan),
    orders.map(order => ({ ...order, observers: {} })),
  )
})

test('episodes that could not be played are missing from their groups, and from no other', t => {
  const plan = planGroups({ config: config(), root }, 1, slotsWithPending(3))
  const ids = plan.flatMap(({ keys }) => keys.map(episodeId))
  fc.assert(
    fc.property(fc.subarray(ids), rollouts, (played, rollout) => {
      const results = new Map(played.map(id => [id, { ...rollout, episode: { ...rollout.episode, id } }]))
      const groups = playedGroups(plan, results)
      t.deepEqual(
        groups.flatMap(({ members }) => members.map(({ key, rollout: { episode } }) => [episodeId(key), episode.id])),
        played.map(id => [id, id]),
      )
    }),
  )
})
