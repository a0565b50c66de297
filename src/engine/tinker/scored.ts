/** Log-probabilities of chains, as the service computes them. */
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { nth } from '../../math/nth.ts'
import { NonFiniteError } from '../semantics/non-finite-error.ts'
import { RefusedError } from './service/service-errors.ts'
import type { TrainingModel } from './service/training-model.ts'
import type { Chain } from './data/chains.ts'
import { checkDatums, forwardDatum } from './data/datums.ts'
import type { PendingChain } from './data/pending.ts'

interface Scoring {
  readonly name: string
  readonly config: ModelConfig
  readonly training: Pick<TrainingModel, 'forward'>
}

type ScoredChain = Pick<PendingChain, 'chain' | 'logprobs'>

/**
 * One request for all; a chain of one token has nothing to predict.
 *
 * @throws {RefusedError} if the answer is not one value a token. @throws {NonFiniteError} if one is not finite.
 */
export async function scored(
  { name, config, training }: Scoring,
  sequences: readonly (readonly Chain[])[],
): Promise<readonly (readonly ScoredChain[])[]> {
  const asked = sequences.flat().filter(({ tokens }) => tokens.length > 1)
  const data = asked.map(forwardDatum)
  if (data.length > 0) checkDatums(data, config)
  const outputs = data.length > 0 ? await training.forward(data) : []
  const found = new Map<Chain, Float32Array>()
  for (const [index, chain] of asked.entries()) {
    const logprobs = nth(outputs, index)['logprobs']
    const wanted = chain.tokens.length - 1
    if (logprobs?.length !== wanted)
      throw new RefusedError(`the service must answer ${wanted} log-probabilities, got ${logprobs?.length ?? 'none'}`)
    if (!logprobs.every(Number.isFinite)) throw new NonFiniteError(name, ['the log-probabilities'])
    found.set(chain, logprobs)
  }
  return sequences.map(chains => chains.map(chain => ({ chain, logprobs: found.get(chain) ?? new Float32Array(0) })))
}
