import type { SpanRule } from '../../../losses/objective.ts'
import type { Example } from '../../../contracts/device.ts'
import { addSpan, type Sums } from '../../sums.ts'
import type { Targets } from './targets.ts'
import { nth } from '../../../math/nth.ts'

export interface Scored {
  readonly targets: Targets
  /** [K] of the targets. */
  readonly logprobs: Float32Array
  /** [U] of the distributions they were predicted from. */
  readonly entropies: Float32Array
}

export interface LogprobGradients {
  /** [K] ∂(Σ weight · loss)/∂log-probability. */
  readonly logprobGradients: Float32Array
  /** [U] their sum over the targets of each row. */
  readonly positionGradients: Float32Array
}

/** What the objective says of each span; added up in `sums`. */
export function logprobGradientsOf(
  batch: readonly Example[],
  rule: SpanRule,
  { targets, logprobs, entropies }: Scored,
  sums: Sums,
): LogprobGradients {
  const slopes = new Float32Array(logprobs.length)
  const rowSlopes = new Float32Array(entropies.length)
  batch.forEach(({ spans }, row) => {
    for (const span of spans) {
      const { start, end, advantage, oldLogprobs, coefficients, weight } = span
      const places = nth(targets.places, row).subarray(start, end)
      const told = rule(
        Float64Array.from(places, place => nth(logprobs, place)),
        coefficients === undefined ? { advantage, oldLogprobs } : { advantage, oldLogprobs, coefficients },
      )
      let entropy = 0
      places.forEach((place, index) => {
        const from = nth(targets.rowOf, place)
        const slope = weight * nth(told.gradient, index)
        slopes[place] = nth(slopes, place) + slope
        rowSlopes[from] = nth(rowSlopes, from) + slope
        entropy += nth(entropies, from)
      })
      addSpan(sums, span, told, entropy)
    }
  })
  return { logprobGradients: slopes, positionGradients: rowSlopes }
}
