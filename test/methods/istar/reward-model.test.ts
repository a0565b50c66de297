/** The implicit reward model on a real engine: two models on one device. */
import test from 'ava'
import { packActions, scoresOf } from '../../../src/methods/istar/action-logprobs.ts'
import { implicitRewards, pairAccuracy, trainByPairs } from '../../../src/methods/istar/reward-model.ts'
import { preferencePairs } from '../../../src/methods/istar/preference-pairs.ts'
import { rolloutsOf } from '../../../src/rollout/groups.ts'
import { present } from '../../fixtures/present.ts'
import { madeUpGroup } from '../made-up-group.ts'
import { twoModels } from '../two-models.ts'

const group = madeUpGroup([
  { won: true, rewards: [1, 1, 1] },
  { won: false, rewards: [0] },
  { won: true, rewards: [1, 1] },
])
const training = { beta: 0.5, updates: 20, learningRate: 1e-2, clipNorm: 1 }

test('a reward model that is the policy rewards nothing; trained on pairs it orders them', async t => {
  const { policy, other, close } = await twoModels()
  const packed = rolloutsOf(group).map(({ episode }) => packActions(episode.steps))
  const scored = { packed, reference: await scoresOf(policy, packed) }
  t.deepEqual(
    await implicitRewards(other, scored, 0.05),
    packed.map(({ targets }) => targets.map(() => 0)),
  )
  const pairs = preferencePairs([group])
  const before = await trainByPairs(other, scored, pairs, { ...training, updates: 1 })
  const after = await trainByPairs(other, scored, pairs, training)
  t.true(Math.abs(present(before) - Math.log(2)) < 1e-6)
  t.true(present(after) < present(before))
  t.is(pairAccuracy(await implicitRewards(other, scored, 0.05), pairs), 1)
  await close()
})
