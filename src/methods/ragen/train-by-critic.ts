/** An advantage for each token, by bi-level GAE from a critic's values; the critic is trained on A + V. */
import { biLevelGae } from './bi-level-gae.ts'
import { objectiveOf } from '../../learning/objective-of.ts'
import { afterTraining, maxOffPolicyIterations } from '../../learning/staleness.ts'
import { tokenSamples } from './token-samples.ts'
import { nth } from '../../math/nth.ts'
import { isConstant, mean, populationStandardDeviation, standardise } from '../../math/statistics.ts'
import { zip } from '../../math/zip.ts'
import { stepRewards } from '../../reward/episode-return.ts'
import { rolloutsOf } from '../../rollout/groups.ts'
import { policyName } from '../../rollout/rollout-requests.ts'
import { trainRole } from '../kit/train-role.ts'
import { trainCritic, tokenValues } from './critic.ts'
import type { RagenBatch, RagenLab, RagenTraining } from './train-by-group.ts'

export async function trainByCritic(lab: RagenLab, { iteration, kept, versions }: RagenBatch): Promise<RagenTraining> {
  const { config } = lab
  const { methodOptions: options } = config
  const critic = lab.model('critic')
  const rollouts = kept.flatMap(rolloutsOf)
  const episodes = rollouts.map(({ episode }) => episode.steps)
  const values = await tokenValues(critic, episodes, options.valueRange)
  const tokens = zip(rollouts, values).map(([{ episode }, ofEpisode]) =>
    biLevelGae({ values: ofEpisode, rewards: stepRewards(episode) }, options),
  )
  const advantages = whitened(tokens.map(each => each.advantages))
  const freshness = { trainings: versions, truncated: config.policy.truncated }
  const samples = tokenSamples(
    zip(rollouts, advantages).map(([rollout, ofEpisode]) => ({ rollout, advantages: ofEpisode })),
    freshness,
  )
  const objective = objectiveOf(config.policy)
  const { metrics, version } = await trainRole(lab, config.policy, { model: policyName, iteration, samples, objective })
  const returns = tokens.map(each => each.returns)
  const training = { ...options, clipNorm: config.policy.clipNorm }
  const loss = await lab.timed('train critic', () => trainCritic(critic, episodes, returns, training))
  const rewards = rollouts.map(({ episode }) => stepRewards(episode))
  let first = 0
  const credited = kept.map(group => {
    const own = Array.from(group.members, () => first++)
    return {
      group,
      credit: {
        rewards: own.map(index => nth(rewards, index)),
        advantages: own.map(index => nth(advantages, index).map(mean)),
      },
    }
  })
  return {
    credited,
    policy: {
      metrics: { ...metrics, samples: samples.ages.length },
      versions: afterTraining(versions, version, maxOffPolicyIterations(config)),
    },
    measures: { explainedVariance: explainedVariance(values, returns) },
    others: { critic: { loss } },
  }
}

/** Standardised over all tokens of the batch. */
export function whitened(
  advantages: readonly (readonly (readonly number[])[])[],
): readonly (readonly (readonly number[])[])[] {
  const all = standardise(advantages.flat(2))
  let next = 0
  return advantages.map(episode => episode.map(step => step.map(() => nth(all, next++))))
}

/** 1 − Var(G − V) / Var(G) over all tokens; `null` where returns do not vary. */
export function explainedVariance(values: Tokens, returns: Tokens): number | null {
  const [said, wanted] = [values.flat(2), returns.flat(2)]
  if (isConstant(wanted)) return null
  const left = zip(wanted, said).map(([value, by]) => value - by)
  return 1 - populationStandardDeviation(left) ** 2 / populationStandardDeviation(wanted) ** 2
}

type Tokens = readonly (readonly (readonly number[])[])[]
