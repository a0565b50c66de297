import type { SpanLoss } from '../../losses/objective.ts'
import type { LossSums, Span } from '../../contracts/models/device.ts'

/** `LossSums` while they are being added up. */
export type Sums = { -readonly [name in keyof LossSums]: LossSums[name] }

export function zeroSums(): Sums {
  return { spans: 0, tokens: 0, loss: 0, weight: 0, kl: 0, clipped: 0, entropy: 0, read: 0, padding: 0 }
}

/** @param entropy of the distributions that the span's tokens were predicted from, Σ nats; `null` if it is not known. */
export function addSpan(sums: Sums, { start, end, weight }: Span, spanLoss: SpanLoss, entropy: number | null): void {
  sums.spans += 1
  sums.tokens += end - start
  sums.loss += weight * spanLoss.loss
  sums.weight += weight
  sums.kl += spanLoss.kl
  sums.clipped += spanLoss.clipped
  sums.entropy = added(sums.entropy, entropy)
}

export function addSums(sums: Sums, own: LossSums): void {
  sums.spans += own.spans
  sums.tokens += own.tokens
  sums.loss += own.loss
  sums.weight += own.weight
  sums.kl += own.kl
  sums.clipped += own.clipped
  sums.entropy = added(sums.entropy, own.entropy)
  sums.read += own.read
  sums.padding += own.padding
}

const added = (sum: number | null, more: number | null): number | null =>
  sum === null || more === null ? null : sum + more
