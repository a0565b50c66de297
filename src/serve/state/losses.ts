/**
 * The losses of the Tinker API, summed over tokens, and their gradients by log-probability at the present weights.
 * Source: Tinker's documentation of losses; clip thresholds as SkyRL 0.4.0 names them. Pure.
 */
import { nth } from '../../math/nth.ts'
import type { Datum } from '../../engine/tinker/wire/types.ts'

interface TokenLosses {
  /** [T] nats. */
  readonly losses: Float32Array
  /** [T] ∂Σ losses/∂log p. */
  readonly gradient: Float32Array
}

type Inputs = Datum['inputs']

const lossNames = ['cross_entropy', 'importance_sampling', 'ppo'] as const

/**
 * @param logprobs [T] of the targets, under the present weights.
 * @throws {RangeError} naming an input that is missing, of another length or not finite, or a loss that is none.
 */
export function tokenLosses(
  lossFn: string,
  logprobs: Float32Array,
  inputs: Inputs,
  config: Readonly<Record<string, number>>,
): TokenLosses {
  const count = logprobs.length
  const weights = 'weights' in inputs ? input(inputs, 'weights', count) : new Float32Array(count).fill(1)
  const losses = new Float32Array(count)
  const gradient = new Float32Array(count)
  const each = ruleOf(lossFn, logprobs, inputs, config)
  for (let at = 0; at < count; at += 1) {
    const [loss, slope] = each(at)
    losses[at] = nth(weights, at) * loss
    gradient[at] = nth(weights, at) * slope
  }
  return { losses, gradient }
}

function ruleOf(
  lossFn: string,
  logprobs: Float32Array,
  inputs: Inputs,
  config: Readonly<Record<string, number>>,
): (at: number) => readonly [loss: number, slope: number] {
  if (lossFn === 'cross_entropy') return at => [-nth(logprobs, at), -1]
  if (lossFn !== 'importance_sampling' && lossFn !== 'ppo')
    throw new RangeError(`loss_fn must be one of ${lossNames.join(', ')}, got ${lossFn}`)
  const old = input(inputs, 'logprobs', logprobs.length)
  const advantages = input(inputs, 'advantages', logprobs.length)
  const low = lossFn === 'ppo' ? (config['clip_low_threshold'] ?? 0.8) : -Infinity
  const high = lossFn === 'ppo' ? (config['clip_high_threshold'] ?? 1.2) : Infinity
  return at => {
    const ratio = Math.exp(nth(logprobs, at) - nth(old, at))
    const free = ratio * nth(advantages, at)
    const held = Math.min(high, Math.max(low, ratio)) * nth(advantages, at)
    return held < free ? [-held, 0] : [-free, -free]
  }
}

function input(inputs: Inputs, name: string, count: number): Float32Array {
  const found = inputs[name]
  if (found === undefined)
    throw new RangeError(`loss_fn_inputs must have ${name}, got ${Object.keys(inputs).join(', ')}`)
  const data = Float32Array.from(found.data)
  if (data.length !== count) throw new RangeError(`${name} must have ${count} values, one a token, got ${data.length}`)
  const wrong = data.find(value => !Number.isFinite(value))
  if (wrong !== undefined) throw new RangeError(`${name} must be finite, got ${wrong}`)
  return data
}
