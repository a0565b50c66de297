import { groupBy } from '../math/group-by.ts'
import { nth } from '../math/nth.ts'
import type { BatchLoss } from './batch-loss.ts'

/**
 * A loss of pieces of text in several spans each, e.g. of whole trajectories: the loss sees the tokens of all spans of one owner as one
 * span, and each span gets its part of the gradient.
 *
 * @param owners [spans] index of the piece that each span is a part of, ascending from 0 without a gap.
 * @throws {RangeError} if there is not one owner a span.
 */
export const joined =
  (loss: BatchLoss, owners: readonly number[]): BatchLoss =>
  (logprobs, spans) => {
    if (owners.length !== spans.length)
      throw new RangeError(`owners must be ${spans.length}, one a span, got ${owners.length}`)
    const pieces = [...groupBy(owners.keys(), span => owners[span]).values()]
    const whole = loss(
      pieces.map(own => own.flatMap(span => Array.from(nth(logprobs, span)))),
      pieces.map(own => ({
        ...nth(spans, own[0]),
        oldLogprobs: own.flatMap(span => Array.from(nth(spans, span).oldLogprobs)),
      })),
    )
    const used = whole.gradients.map(() => 0)
    const gradients = owners.map((piece, span) => {
      const start = nth(used, piece)
      used[piece] = start + nth(logprobs, span).length
      return nth(whole.gradients, piece).slice(start, used[piece])
    })
    return { loss: whole.loss, gradients }
  }
