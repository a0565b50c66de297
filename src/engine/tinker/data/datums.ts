/** Data of the Tinker API, checked before they are sent: services pad, cut and compute on, and give wrong numbers without a word. */
import type { ModelConfig } from '../../../contracts/models/model-config.ts'
import type { Datum, TensorData } from '../wire/types.ts'
import type { Chain } from './chains.ts'

/** Inputs and targets of a chain: T = n − 1 of each. */
export const forwardDatum = ({ tokens }: Pick<Chain, 'tokens'>): Datum => ({
  tokens: tokens.slice(0, -1),
  inputs: { target_tokens: int64(tokens.slice(1)), weights: float32(new Float32Array(tokens.length - 1).fill(1)) },
})

/**
 * @param logprobs [T] as the service computed them of the same chain with the same weights: the ratio of importance sampling is 1
 *   then, and its gradient −advantages.
 * @param advantages [T]
 */
export const trainingDatum = (
  { tokens }: Pick<Chain, 'tokens'>,
  logprobs: Float32Array,
  advantages: Float32Array,
): Datum => ({
  tokens: tokens.slice(0, -1),
  inputs: { target_tokens: int64(tokens.slice(1)), logprobs: float32(logprobs), advantages: float32(advantages) },
})

const int64 = (data: Int32Array): TensorData => ({ dtype: 'int64', data, shape: [data.length] })
const float32 = (data: Float32Array): TensorData => ({ dtype: 'float32', data, shape: [data.length] })

/** @throws {RangeError} naming the datum, the field, the value found and the value wanted. */
export function checkDatums(
  data: readonly Datum[],
  { vocab_size: size, max_position_embeddings: context }: Limits,
): void {
  if (data.length === 0) throw new RangeError('data must not be empty')
  for (const [index, { tokens, inputs }] of data.entries()) {
    const where = `data[${index}]`
    if (tokens.length === 0 || tokens.length > context)
      throw new RangeError(`${where}.model_input must have from 1 to ${context} tokens, got ${tokens.length}`)
    checkIds(`${where}.model_input`, tokens, size)
    for (const [name, { dtype, data: values, shape }] of Object.entries(inputs)) {
      const field = `${where}.${name}`
      if (values.length !== tokens.length || shape.length !== 1 || shape[0] !== values.length)
        throw new RangeError(
          `${field} must have ${tokens.length} values, one a token, got ${values.length} of shape [${shape.join(', ')}]`,
        )
      if (dtype === 'int64') checkIds(field, values, size)
      else checkFinite(field, values)
    }
  }
}

type Limits = Pick<ModelConfig, 'vocab_size' | 'max_position_embeddings'>

function checkIds(field: string, ids: Int32Array, size: number): void {
  const at = ids.findIndex(id => id < 0 || id >= size)
  if (at >= 0) throw new RangeError(`${field}[${at}] must be a token in [0, ${size}), got ${ids[at] ?? 'none'}`)
}

function checkFinite(field: string, values: Float32Array): void {
  const at = values.findIndex(value => !Number.isFinite(value))
  if (at >= 0) throw new RangeError(`${field}[${at}] must be finite, got ${values[at] ?? 'none'}`)
}
