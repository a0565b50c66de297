/**
 * A reward model that has no head: r_φ(a_t) = β Σ log π_φ − log π_θ over the tokens of an action, θ the policy before this iteration's
 * update. It is trained by DPO on whole trajectories, won against lost ones of the same task.
 */
import type { LanguageModel } from '../../contracts/models/language-model.ts'
import { logRatios, scoresOf } from './action-logprobs.ts'
import { toExample, type Packed } from '../../learning/packing/packing.ts'
import { forwardBackwardBatch } from '../../learning/whole-batch.ts'
import { dpo } from '../../losses/dpo.ts'
import { joined } from '../../losses/joined.ts'
import { nth } from '../../math/nth.ts'
import { shareOf } from '../../math/statistics.ts'

type Pairs = readonly (readonly [chosen: number, rejected: number])[]

/** Trajectories with the policy's log-probabilities. */
export interface ScoredTrajectories {
  readonly packed: readonly Packed[]
  /** [trajectories][L] log π_θ. */
  readonly reference: readonly Float32Array[]
}

/** @returns [trajectories][steps] r_φ. */
export async function implicitRewards(
  model: Pick<LanguageModel, 'logprobs'>,
  { packed, reference }: ScoredTrajectories,
  beta: number,
): Promise<readonly (readonly number[])[]> {
  const ratios = logRatios(packed, await scoresOf(model, packed), reference)
  return ratios.map(ofEpisode => ofEpisode.map(ratio => beta * ratio))
}

interface DpoTraining {
  readonly beta: number
  readonly updates: number
  readonly learningRate: number
  readonly clipNorm: number
}

/**
 * Updates on the trajectories that are in a pair; where none is, the model stays as it is.
 *
 * @returns loss before the last update, in nats; `null` without pairs.
 */
export async function trainByPairs(
  model: Pick<LanguageModel, 'logprobs' | 'forwardBackward' | 'optimStep'>,
  { packed, reference }: ScoredTrajectories,
  pairs: Pairs,
  { beta, updates, learningRate, clipNorm }: DpoTraining,
): Promise<number | null> {
  const used = [...new Set(pairs.flat())].sort((one, other) => one - other)
  const placeOf = new Map(used.map((trajectory, place) => [trajectory, place]))
  const placed = pairs.map(([chosen, rejected]) => [placeOf.get(chosen) ?? 0, placeOf.get(rejected) ?? 0] as const)
  const examples = used.map(index => toExample(nth(packed, index), nth(reference, index)))
  const owners = examples.flatMap(({ spans }, place) => spans.map(() => place))
  let loss: number | null = null
  for (let update = 0; update < updates && pairs.length > 0; update += 1) {
    loss = await forwardBackwardBatch(model, examples, joined(dpo({ beta, pairs: placed }), owners))
    await model.optimStep({ learningRate, clipNorm })
  }
  return loss
}

/** Share of pairs in which the won trajectory has the greater sum of step rewards; `null` without pairs. */
export const pairAccuracy = (rewards: readonly (readonly number[])[], pairs: Pairs): number | null => {
  const sums = rewards.map(ofEpisode => ofEpisode.reduce((sum, reward) => sum + reward, 0))
  return shareOf(pairs.map(([chosen, rejected]) => nth(sums, chosen) > nth(sums, rejected)))
}
