import type { SpanRule } from '../../../losses/objective.ts'
import type { Example } from '../../../contracts/models/device.ts'
import { addSpan, type Sums } from '../../semantics/sums.ts'
import type { Targets } from '../model/targets.ts'
import { nth } from '../../../math/nth.ts'

interface Scored {
  readonly targets: Targets
  /** [K] of the targets. */
  readonly logprobs: Float32Array
  /** [U] of the distributions they were predicted from. */
  readonly entropies: Float32Array
}

interface LogprobGradients {
  /** [K] ∂(Σ weight · loss)/∂log-probability. */
  readonly logprobGradients: Float32Array
  /** [U] their sum over the targets of each row. */
  readonly positionGradients: Float32Array
}

/** Applies the objective to each span; its losses are added to `sums`. */
export function logprobGradientsOf(
  batch: readonly Example[],
  rule: SpanRule,
  { targets, logprobs, entropies }: Scored,
  sums: Sums,
): LogprobGradients {
  const logprobGradients = new Float32Array(logprobs.length)
  const positionGradients = new Float32Array(entropies.length)
  batch.forEach(({ spans }, row) => {
    for (const span of spans) {
      const { start, end, advantage, oldLogprobs, coefficients, weight } = span
      const places = nth(targets.places, row).subarray(start, end)
      const spanLoss = rule(
        Float64Array.from(places, place => nth(logprobs, place)),
        coefficients === undefined ? { advantage, oldLogprobs } : { advantage, oldLogprobs, coefficients },
      )
      let entropy = 0
      places.forEach((place, index) => {
        const from = nth(targets.rowOf, place)
        const gradient = weight * nth(spanLoss.gradient, index)
        logprobGradients[place] = nth(logprobGradients, place) + gradient
        positionGradients[from] = nth(positionGradients, from) + gradient
        entropy += nth(entropies, from)
      })
      addSpan(sums, span, spanLoss, entropy)
    }
  })
  return { logprobGradients, positionGradients }
}
