/** Samples of a service, checked before they are believed. */
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import type { Sample, SampleRequest } from '../../contracts/models/device.ts'
import { randomFrom } from '../../math/random.ts'
import { NonFiniteError } from '../semantics/non-finite-error.ts'
import { RefusedError } from './service/service-errors.ts'
import type { RemoteSampler } from './service/sampler.ts'
import type { SampledSequence } from './wire/types.ts'

interface SampledModel {
  readonly name: string
  readonly config: ModelConfig
  /** Updates made by the optimiser. */
  readonly version: number
}

/** Seeds of the API are 31 bits. */
const seeds = 2 ** 31 - 1

/**
 * @throws {RangeError} if a token is none of the model's: this sample alone is invalid, and others of its batch are asked for again.
 * @throws {RefusedError} if the answer does not fit the request. @throws {NonFiniteError} if a log-probability is not finite.
 */
export async function sampleOf(
  model: SampledModel,
  sampler: RemoteSampler,
  prompt: Int32Array,
  { count, maxTokens, temperature, topP, stop, key }: SampleRequest,
): Promise<readonly Sample[]> {
  const { sequences } = await sampler.sample(prompt, count, {
    max_tokens: maxTokens,
    seed: randomFrom(key).integer(seeds),
    temperature,
    top_p: topP,
    stop,
  })
  if (sequences.length !== count)
    throw new RefusedError(`asample must be answered with ${count} samples, got ${sequences.length}`)
  return sequences.map(sequence => checked(model, sequence, maxTokens))
}

function checked({ name, config, version }: SampledModel, sequence: SampledSequence, maxTokens: number): Sample {
  const { tokens, logprobs, stopReason } = sequence
  if (tokens.length === 0 || tokens.length > maxTokens)
    throw new RefusedError(`a sample must have from 1 to ${maxTokens} tokens, got ${tokens.length}`)
  const foreign = tokens.find(token => token < 0 || token >= config.vocab_size)
  if (foreign !== undefined)
    throw new RangeError(`a sampled token must be in [0, ${config.vocab_size}), got ${foreign}`)
  if (logprobs?.length !== tokens.length)
    throw new RefusedError(
      `a sample of ${tokens.length} tokens must have as many log-probabilities, got ${logprobs?.length ?? 'none'}`,
    )
  if (!logprobs.every(Number.isFinite)) throw new NonFiniteError(name, ['the log-probabilities of a sample'])
  return { tokens, logprobs, finish: stopReason, version }
}
