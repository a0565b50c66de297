/** Formulations in which all steps of an episode share one advantage: that of the episode's mean reward. */
import { zip } from '../../../../math/zip.ts'
import { isConstant, mean, populationStandardDeviation, standardise } from '../../../../math/statistics.ts'
import type { ByStep, Formulation } from '../formulation.ts'

/** From the mean rewards of episodes to their advantages, [episodes]. */
type Baseline = (returns: readonly number[]) => readonly number[]

/** (r − r̄) / σ. Source: Shao et al., DeepSeekMath, arXiv 2402.03300, outcome supervision with GRPO. */
export const grpoFormulation: Formulation = {
  ...episodeLevel('GRPO', standardise),
  claims: { policy: { over: 'episodes', unit: true } },
}

/** r − r̄, not divided: easy and hard tasks keep their weight. Source: Liu et al., Dr. GRPO, arXiv 2503.20783. */
export const drGrpo: Formulation = {
  ...episodeLevel('Dr. GRPO', returns => returns.map(value => value - mean(returns))),
  claims: { policy: { over: 'episodes', unit: false } },
}

/** r less the mean of the other episodes. Source: Ahmadian et al., Back to basics (RLOO), arXiv 2402.14740. */
export const rloo: Formulation = {
  ...episodeLevel('RLOO', returns => returns.map((value, own) => value - mean(others(returns, own)))),
  claims: { policy: { over: 'episodes', unit: false } },
}

/**
 * RLOO divided by the deviation of the others, as is often written by mistake: where the others agree it explodes.
 * Included so that the laws can show the error.
 */
export const rlooWithDeviation: Formulation = episodeLevel('RLOO with deviation', returns =>
  returns.map((value, own) => {
    const rest = others(returns, own)
    return (value - mean(rest)) / (populationStandardDeviation(rest) + 1e-6)
  }),
)

function episodeLevel(name: string, baseline: Baseline): Formulation {
  return { name, advantages: rewards => ofWholeEpisodes(rewards, baseline) }
}

/** Each episode's advantage on each of its steps that has a reward. */
export function ofWholeEpisodes(rewards: ByStep, baseline: Baseline): ByStep {
  const playing = rewards.flatMap((row, episode) => {
    const known = row.filter(reward => reward !== null)
    return known.length > 0 ? [{ episode, value: mean(known) }] : []
  })
  const means = playing.map(({ value }) => value)
  const scaled = isConstant(means) ? means.map(() => 0) : baseline(means)
  const ofEpisode = new Map(zip(playing, scaled).map(([{ episode }, value]) => [episode, value]))
  return rewards.map((row, episode) => row.map(reward => (reward === null ? null : (ofEpisode.get(episode) ?? 0))))
}

const others = (values: readonly number[], own: number): readonly number[] => values.filter((_, index) => index !== own)
