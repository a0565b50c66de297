import { zip } from '../math/zip.ts'
import type { BatchLoss } from './batch-loss.ts'
import { softplus } from './value.ts'

export interface DpoOptions {
  /** β > 0: how far the model may leave the reference. */
  readonly beta: number
  /** Indices of spans: the preferred one, and the one that it is preferred to. */
  readonly pairs: readonly (readonly [chosen: number, rejected: number])[]
}

/**
 * Direct preference optimisation: L = −(1/P) Σ log σ(β (Δ_chosen − Δ_rejected)), Δ = Σ_t (logp_t − logp_ref_t), with the
 * reference's log-probabilities as `oldLogprobs`.
 * Source: Rafailov et al., Direct preference optimization, arXiv 2305.18290, eq. 7.
 *
 * @throws {RangeError} if β is not positive, there is no pair, or a pair names a span that is not there.
 */
export function dpo({ beta, pairs }: DpoOptions): BatchLoss {
  if (!(beta > 0 && beta < Infinity)) throw new RangeError(`beta must be in (0, ∞), got ${beta}`)
  if (pairs.length === 0) throw new RangeError('pairs must not be empty')
  return (logprobs, spans) => {
    const margins = zip(logprobs, spans).map(([own, { oldLogprobs }]) => sumOf(own) - sumOf(oldLogprobs))
    const pulls = new Map<number, number>()
    const add = (span: number, pull: number) => pulls.set(span, (pulls.get(span) ?? 0) + pull)
    let loss = 0
    for (const [chosen, rejected] of pairs) {
      const logit = beta * (marginAt(margins, chosen) - marginAt(margins, rejected))
      loss += softplus(-logit) / pairs.length
      const pull = (beta * sigmoid(-logit)) / pairs.length
      add(chosen, -pull)
      add(rejected, pull)
    }
    return {
      loss,
      gradients: logprobs.map(({ length }, index) => new Float64Array(length).fill(pulls.get(index) ?? 0)),
    }
  }
}

function marginAt(margins: readonly number[], index: number): number {
  const margin = margins[index]
  if (margin === undefined) throw new RangeError(`pairs must name spans from 0 to ${margins.length - 1}, got ${index}`)
  return margin
}

const sumOf = (values: ArrayLike<number>): number => Array.from(values).reduce((sum, value) => sum + value, 0)

/** 1 / (1 + e⁻ˣ): 0 where e⁻ˣ overflows. */
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))
