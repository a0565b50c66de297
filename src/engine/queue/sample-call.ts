import { addresses } from '../../contracts/addresses.ts'
import type { SampleRequest } from '../../contracts/models/device.ts'
import { derive } from '../../math/random.ts'
import type { SampleCall, Sampling } from '../../contracts/messages/run.ts'

/** When in an episode something is sampled, and how. */
interface SampledStep {
  /** From 0. */
  readonly step: number
  readonly sampling: Sampling
  /** Address of the engine that has the model, the gpu actor's if left out. */
  readonly engine?: string | undefined
  /** When it is asked, ms. */
  readonly askedAt: number
}

/** The device call for one step of an episode: its name is that of the context and the step, its chance keyed by the step. */
export function sampleCall(
  from: string,
  { step, sampling, askedAt, engine = addresses.gpu }: SampledStep,
  what: Pick<SampleRequest, 'sequenceId' | 'tokens' | 'promptSuffix' | 'count' | 'appendToContext' | 'stop' | 'schema'>,
): SampleCall {
  const { model, maxTokens, temperature, topP, key } = sampling
  const request = { ...what, maxTokens, temperature, topP, key: derive(key, step) }
  return { kind: 'sample', to: engine, from, id: `${what.sequenceId}#${step}`, model, askedAt, request }
}
