/** Actions in (−1, 1) that are tanh of normal numbers. Source: Haarnoja et al., Soft actor-critic algorithms (2018), appendix C. */
import { nth } from '../../math/nth.ts'
import { randomFrom, type Key } from '../../math/random.ts'

const [leastLog, mostLog] = [-5, 2]

/** The logarithm of a deviation, of what a network says. */
export const cutLog = (raw: number): number => Math.min(mostLog, Math.max(leastLog, raw))

/** Drawn of each row. */
interface SquashedActions {
  /** [count × numbers] */
  readonly actions: Float32Array
  /** [count] nats */
  readonly logprobs: Float32Array
  /**
   * From ∂loss/∂action [count × numbers] and ∂loss/∂logprob, the same of every row, to ∂loss/∂output.
   *
   * @returns [count × 2 · numbers]
   */
  readonly gradients: (byAction: Float32Array, byLogprob: number) => Float32Array
}

/**
 * @param outputs [count × 2 · numbers]: means, then logarithms of deviations, cut off at [−5, 2].
 * @param keys [count], of each draw; `null` takes the means.
 */
export function squashedActions(outputs: Float32Array, numbers: number, keys: readonly Key[] | null): SquashedActions {
  const count = outputs.length / (2 * numbers)
  const actions = new Float32Array(count * numbers)
  const logprobs = new Float32Array(count)
  const noise = new Float32Array(count * numbers)
  const logOf = (row: number, index: number): number => cutLog(nth(outputs, row * 2 * numbers + numbers + index))
  for (let row = 0; row < count; row += 1) {
    const random = keys === null ? null : randomFrom(nth(keys, row))
    for (let index = 0; index < numbers; index += 1) {
      const log = logOf(row, index)
      const drawn = random?.normal() ?? 0
      const action = Math.tanh(nth(outputs, row * 2 * numbers + index) + Math.exp(log) * drawn)
      noise[row * numbers + index] = drawn
      actions[row * numbers + index] = action
      logprobs[row] =
        nth(logprobs, row) - 0.5 * drawn ** 2 - log - 0.5 * Math.log(2 * Math.PI) - Math.log(1 - action ** 2 + 1e-6)
    }
  }
  return {
    actions,
    logprobs,
    gradients: (byAction, byLogprob) => {
      const found = new Float32Array(outputs.length)
      for (let row = 0; row < count; row += 1)
        for (let index = 0; index < numbers; index += 1) {
          const place = row * numbers + index
          const action = nth(actions, place)
          const left = 1 - action ** 2
          const byNormal = nth(byAction, place) * left + (byLogprob * 2 * action * left) / (left + 1e-6)
          const log = logOf(row, index)
          const isFree = log === nth(outputs, row * 2 * numbers + numbers + index)
          found[row * 2 * numbers + index] = byNormal
          found[row * 2 * numbers + numbers + index] = isFree
            ? byNormal * Math.exp(log) * nth(noise, place) - byLogprob
            : 0
        }
      return found
    },
  }
}
