/** Losses over a whole batch, on any engine: log-probabilities out, and the loss's gradient back in as coefficients. */
import type { Example, Span } from '../contracts/models/device.ts'
import type { LanguageModel } from '../contracts/models/language-model.ts'
import type { BatchLoss } from '../losses/batch-loss.ts'

export interface LinearBatch {
  /** Nats. */
  readonly loss: number
  /** The same examples, for the objective `linear`. */
  readonly examples: readonly Example[]
}

/**
 * The batch on which the objective `linear` has the gradient of the loss, at these log-probabilities. An update divides by
 * the weights of all spans, which are 1 here: coefficients are multiplied by their number.
 *
 * @param logprobs [examples][L] of the whole sequences, as `logprobs` of the engine gives them.
 * @throws {RangeError} if the loss gives not one gradient a token.
 */
export function linearBatch(
  examples: readonly Example[],
  logprobs: readonly Float32Array[],
  loss: BatchLoss,
): LinearBatch {
  const spans = examples.flatMap(({ spans }) => spans)
  const own = examples.flatMap(({ spans }, index) =>
    spans.map(({ start, end }) => logprobs[index]?.slice(start, end) ?? []),
  )
  const value = loss(own, spans)
  let next = 0
  const linearised = (span: Span): Span => {
    const gradient = value.gradients[next]
    if (gradient?.length !== span.end - span.start)
      throw new RangeError(
        `gradients[${next}] of the loss must have ${span.end - span.start} values, one a token, got ${gradient?.length ?? 'none'}`,
      )
    next += 1
    return { ...span, weight: 1, coefficients: Float32Array.from(gradient, value => value * spans.length) }
  }
  return {
    loss: value.loss,
    examples: examples.map(({ sequence, spans: ofExample }) => ({ sequence, spans: ofExample.map(linearised) })),
  }
}

/**
 * Adds the gradient of a loss over the batch to the model's, for the next update; nothing else may be added before it.
 *
 * @returns the loss, in nats.
 */
export async function forwardBackwardBatch(
  model: Pick<LanguageModel, 'logprobs' | 'forwardBackward'>,
  examples: readonly Example[],
  loss: BatchLoss,
): Promise<number> {
  const logprobs = await model.logprobs(examples.map(({ sequence }) => sequence))
  const batch = linearBatch(examples, logprobs, loss)
  await model.forwardBackward(batch.examples, { kind: 'linear' })
  return batch.loss
}
