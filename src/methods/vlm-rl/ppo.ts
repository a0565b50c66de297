/**
 * Proximal policy optimisation with a clipped ratio, of squashed actions.
 * Source: Schulman, Wolski, Dhariwal, Radford & Klimov, Proximal policy optimization algorithms, arXiv 1707.06347, eq. 7 and 9; advantages
 * are standardised in each batch, as Stable-Baselines3 does. Departure: two networks, so that the value has no weight in the loss; entropy
 * is that of squashed actions by draws of the policy's own, as in SAC. It is largest for uniform actions, where that of the normal
 * before squashing grows with its deviation for ever; and the actions that were taken, by which Stable-Baselines3 estimates it, have a
 * gradient of mean 0.
 */
import type { NetworkHandle } from '../../contracts/models/network-handle.ts'
import { clipped } from '../../losses/clipped.ts'
import { nth } from '../../math/nth.ts'
import type { Key } from '../../math/random.ts'
import { standardise } from '../../math/statistics.ts'
import { rowKeys } from '../control/rows.ts'
import { squashedActions } from './squashed-normal.ts'
import { takenActions } from './taken-actions.ts'

interface PpoWeights {
  /** ε > 0 */
  readonly clip: number
  /** Of entropy, ≥ 0. */
  readonly entropy: number
}

interface PpoTargets {
  /** [count × numbers] in [−1, 1], as they were taken. */
  readonly actions: Float32Array
  /** [count] nats, of the policy that took them. */
  readonly logprobs: Float64Array
  /** [count] */
  readonly advantages: readonly number[]
}

interface PpoLoss {
  readonly loss: number
  /** [count × 2 · numbers] ∂loss/∂output. */
  readonly gradients: Float32Array
  /** Nats of an action. */
  readonly entropy: number
  /** Nats by which the policy left the one that acted. */
  readonly kl: number
  readonly clipShare: number
}

/**
 * Mean over rows of −min(r A, clip(r, 1 − ε, 1 + ε) A), less the weighted entropy.
 *
 * @param outputs [count × 2 · numbers] of the policy, as of `squashedActions`.
 * @param keys [count], of the draws for the entropy.
 */
export function ppoLoss(
  outputs: Float32Array,
  { actions, logprobs, advantages }: PpoTargets,
  { clip, entropy: weight, keys }: PpoWeights & { readonly keys: readonly Key[] },
): PpoLoss {
  const count = advantages.length
  const numbers = actions.length / count
  const taken = takenActions(outputs, actions, numbers)
  const sums = { surrogate: 0, kl: 0, clipped: 0 }
  const slopes = advantages.map((advantage, row) => {
    const options = { advantage, oldLogprobs: [nth(logprobs, row)], clip, klWeight: 0 }
    const { loss, gradient, kl, clipped: isClipped } = clipped([nth(taken.logprobs, row)], options)
    sums.surrogate += loss
    sums.kl += kl
    sums.clipped += isClipped
    return nth(gradient, 0) / count
  })
  const own = squashedActions(outputs, numbers, keys)
  const entropy = own.logprobs.reduce((sum, logprob) => sum - logprob / count, 0)
  const byEntropy = own.gradients(new Float32Array(actions.length), weight / count)
  return {
    loss: sums.surrogate / count - weight * entropy,
    gradients: taken.gradients(slopes).map((slope, place) => slope + nth(byEntropy, place)),
    entropy,
    kl: sums.kl / count,
    clipShare: sums.clipped / count,
  }
}

interface PpoAgent extends PpoWeights {
  readonly network: (name: string) => NetworkHandle
  readonly learningRate: number
}

export interface PpoBatch extends PpoTargets {
  /** As the networks see them. */
  readonly observations: Float32Array
  /** [count] that the value learns. */
  readonly returns: readonly number[]
}

/** One step of policy and value. @param key of the draws. @returns means over the batch; `value` is that of squared errors. */
export async function ppoUpdate({ network, learningRate, ...weights }: PpoAgent, batch: PpoBatch, key: Key) {
  const { observations, advantages, returns } = batch
  const count = advantages.length
  const [policy, value] = [network('policy'), network('value')]
  const targets = { ...batch, advantages: standardise(advantages) }
  const outputs = await policy.forward(observations)
  const { gradients, ...found } = ppoLoss(outputs, targets, { ...weights, keys: rowKeys(key, count) })
  await policy.backward(observations, gradients)
  await policy.optimStep({ learningRate })
  const errors = (await value.forward(observations)).map((said, row) => said - nth(returns, row))
  await value.backward(
    observations,
    errors.map(error => (2 * error) / count),
  )
  await value.optimStep({ learningRate })
  return { ...found, value: errors.reduce((sum, error) => sum + error ** 2 / count, 0) }
}
