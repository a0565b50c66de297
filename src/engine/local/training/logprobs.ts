import type { Sequence } from '../../../contracts/models/device.ts'
import { allFinite } from '../../../math/all-finite.ts'
import { NonFiniteError } from '../../semantics/non-finite-error.ts'
import { headSize } from '../../../model/tensors/tensors.ts'
import { rotaryTable } from '../../semantics/rotary.ts'
import { parentsOf } from '../../semantics/tree.ts'
import type { Engine, Feeds } from '../sessions/engine.ts'
import type { Feed } from '../sessions/program.ts'
import type { Model } from '../model/model.ts'
import { layOut, paddedLength, type Layout } from '../model/pack.ts'
import { targetsOf, type Targets } from '../model/targets.ts'
import { nth } from '../../../math/nth.ts'

/** [L] log-probabilities of each sequence's tokens, 0 for first ones; the sequences are of one padded length. */
export async function logprobsOf(
  engine: Engine,
  model: Model,
  sequences: readonly Sequence[],
): Promise<Float32Array[]> {
  const results = sequences.map(({ tokens }) => new Float32Array(tokens.length))
  const length = paddedLength(nth(sequences, 0).tokens.length)
  const targets = targetsOf(sequences, sequences.map(withParent), { length, vocabulary: model.config.vocab_size })
  if (targets.choices.length === 0) return results
  const output = await engine.logprobs(model, feedsOf(model, sequences, length, targets))
  const [logprobs] = output('logprobs')
  checkFinite(model, logprobs)
  targets.places.forEach((place, row) => {
    const result = nth(results, row)
    place.forEach((at, token) => {
      if (at >= 0) result[token] = nth(logprobs, at)
    })
  })
  return results
}

/** @throws {NonFiniteError} if a log-probability is not finite. */
export function checkFinite({ name }: Model, logprobs: Float32Array): void {
  if (!allFinite(logprobs)) throw new NonFiniteError(name, ['the log-probabilities'])
}

/** Tokens that something comes before. */
function withParent(sequence: Sequence): Int32Array {
  const parents = parentsOf(sequence)
  return parents.map((_, token) => token).filter(token => nth(parents, token) >= 0)
}

/** Inputs of graphs over whole sequences, besides the weights. */
export function feedsOf(model: Model, batch: readonly Sequence[], length: number, targets: Targets): Feeds {
  const { config } = model
  const { rows, each, choices } = targets
  const layout = layOut(batch, length)
  const { ids, positions, mask, distinct } = layout
  const split = (tokens: number, heads: number): Feed => [
    BigInt64Array.from([batch.length, tokens, heads, headSize(config)], BigInt),
    [4],
  ]
  return {
    ids: [ids, [ids.length]],
    positions: [positions, [batch.length, length]],
    ...rotaryFeeds(model, length),
    queries: split(length, config.num_attention_heads),
    pairs: split(length, config.num_key_value_heads),
    mask: [mask, [distinct, 1, length, length]],
    rows: [rows, [rows.length]],
    askedPositions: [BigInt64Array.from(rows, row => nth(positions, row)), [batch.length, each]],
    askedQueries: split(each, config.num_attention_heads),
    askedMask: [askedMaskOf(targets, layout, length), [batch.length, 1, each, length]],
    targets: [choices, [choices.length]],
  }
}

/** Of so many tokens: a tree may have more than any of its paths, and the operator wants a position for each. */
export function rotaryFeeds({ config, rotary: usual }: Model, tokens: number): Feeds {
  const { cos, sin, shape } = tokens > usual.shape[0] ? rotaryTable(config, tokens) : usual
  return { cos: [cos, shape], sin: [sin, shape] }
}

/** [U, T] the rows of the mask of the tokens from which something is predicted. */
export function askedMaskOf({ rows }: Targets, { mask, distinct }: Layout, length: number): Float32Array {
  const asked = new Float32Array(rows.length * length)
  rows.forEach((row, index) => {
    const start = (distinct === 1 ? row % length : row) * length
    asked.set(mask.subarray(start, start + length), index * length)
  })
  return asked
}
