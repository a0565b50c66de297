/** Laws of the implicit step rewards on a real engine, each with a planted fault that it catches. */
import test from 'ava'
import fc from 'fast-check'
import { packActions, scoresOf } from '../../../src/methods/istar/action-logprobs.ts'
import { preferencePairs } from '../../../src/methods/istar/preference-pairs.ts'
import { implicitRewards, trainByPairs, type ScoredTrajectories } from '../../../src/methods/istar/reward-model.ts'
import { rolloutsOf, type PlayedGroup } from '../../../src/rollout/groups.ts'
import { madeUpEpisodes, madeUpGroup } from '../made-up-group.ts'
import { twoModels } from '../two-models.ts'

type Models = Awaited<ReturnType<typeof twoModels>>

const training = { beta: 0.5, updates: 1, learningRate: 1e-2, clipNorm: 1 }
const runs = { numRuns: 25 }
const groups = madeUpEpisodes.map(episodes => madeUpGroup(episodes))
/** All won, or all lost. */
const alike = fc
  .tuple(madeUpEpisodes, fc.boolean())
  .map(([episodes, won]) => madeUpGroup(episodes.map(episode => ({ ...episode, won }))))

async function scored(policy: Models['policy'], group: PlayedGroup): Promise<ScoredTrajectories> {
  const packed = rolloutsOf(group).map(({ episode }) => packActions(episode.steps))
  return { packed, reference: await scoresOf(policy, packed) }
}

const allZero = async (model: Models['other'], trajectories: ScoredTrajectories): Promise<boolean> =>
  (await implicitRewards(model, trajectories, 0.05)).flat().every(reward => reward === 0)

/** φ = θ gives r ≡ 0, not nearly 0. */
const rewardsNothing = ({ policy, other }: Models) =>
  fc.asyncProperty(groups, async group => allZero(other, await scored(policy, group)))

type PairsOf = (group: PlayedGroup) => readonly (readonly [number, number])[]

/** Where nothing tells trajectories apart, there is no gradient, and the reward model stays as it is. */
const learnsNothing = ({ policy, other }: Models, pairsOf: PairsOf) =>
  fc.asyncProperty(alike, async group => {
    const trajectories = await scored(policy, group)
    const loss = await trainByPairs(other, trajectories, pairsOf(group), training)
    return loss === null && (await allZero(other, trajectories))
  })

const byOutcome: PairsOf = group => preferencePairs([group])

test('a reward model that is the policy rewards no step', async t => {
  const models = await twoModels()
  await t.notThrowsAsync(fc.assert(rewardsNothing(models), runs))
  await models.close()
})

test('a planted fault is caught: the policy has moved on, and the reward model is compared with it as it was', async t => {
  const models = await twoModels()
  const pair = madeUpGroup([
    { won: true, rewards: [1] },
    { won: false, rewards: [0, 0] },
  ])
  await trainByPairs(models.policy, await scored(models.policy, pair), byOutcome(pair), training)
  await t.throwsAsync(fc.assert(rewardsNothing(models), runs), { message: /Property failed/ })
  await models.close()
})

test('trajectories that were all won, or all lost, teach the reward model nothing', async t => {
  const models = await twoModels()
  await t.notThrowsAsync(fc.assert(learnsNothing(models, byOutcome), runs))
  await models.close()
})

test('a planted fault is caught: neighbours are pairs, whatever became of them', async t => {
  const models = await twoModels()
  const neighbours: PairsOf = ({ members }) => members.slice(1).map((_, index) => [index, index + 1] as const)
  await t.throwsAsync(fc.assert(learnsNothing(models, neighbours), runs), { message: /Property failed/ })
  await models.close()
})
