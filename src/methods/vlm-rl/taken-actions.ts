/** Log-probabilities of squashed actions that were taken, under a policy that may be another by now. */
import { nth } from '../../math/nth.ts'
import { cutLog } from './squashed-normal.ts'

/** Nearer to ±1 a float32 no longer tells what was squashed; actions beyond are taken for it. */
const largestAction = 1 - 1e-6

interface TakenActions {
  /** [count] nats */
  readonly logprobs: Float64Array
  /**
   * From ∂loss/∂logprob [count] to ∂loss/∂output.
   *
   * @returns [count × 2 · numbers]
   */
  readonly gradients: (byLogprobs: ArrayLike<number>) => Float32Array
}

/**
 * @param outputs [count × 2 · numbers], as of `squashedActions`.
 * @param actions [count × numbers] in [−1, 1]
 */
export function takenActions(outputs: Float32Array, actions: Float32Array, numbers: number): TakenActions {
  const logprobs = new Float64Array(actions.length / numbers)
  /** In units of its deviation, how far what was squashed lies from the mean. */
  const distances = new Float64Array(actions.length)
  const placeOf = (place: number): number => place + Math.floor(place / numbers) * numbers
  for (const [place, taken] of actions.entries()) {
    const [row, at] = [Math.floor(place / numbers), placeOf(place)]
    const action = Math.min(largestAction, Math.max(-largestAction, taken))
    const log = cutLog(nth(outputs, at + numbers))
    const distance = (Math.atanh(action) - nth(outputs, at)) / Math.exp(log)
    distances[place] = distance
    logprobs[row] =
      nth(logprobs, row) - 0.5 * distance ** 2 - log - 0.5 * Math.log(2 * Math.PI) - Math.log(1 - action ** 2 + 1e-6)
  }
  return {
    logprobs,
    gradients: byLogprobs => {
      const found = new Float32Array(outputs.length)
      for (const [place, distance] of distances.entries()) {
        const [slope, at] = [nth(byLogprobs, Math.floor(place / numbers)), placeOf(place)]
        const raw = nth(outputs, at + numbers)
        const log = cutLog(raw)
        found[at] = (slope * distance) / Math.exp(log)
        found[at + numbers] = log === raw ? slope * (distance ** 2 - 1) : 0
      }
      return found
    },
  }
}
