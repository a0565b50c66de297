import { addresses } from '../../contracts/addresses.ts'
import type { SampleRequest } from '../../contracts/device.ts'
import { derive } from '../../math/random.ts'
import type { SampleCall, Sampling } from '../../contracts/messages/run.ts'

/** Where in an episode something is sampled, and how. */
export interface SampledStep {
  /** Of the episode. */
  readonly id: string
  /** From 0. */
  readonly step: number
  readonly sampling: Sampling
  /** When it is asked, ms. */
  readonly askedAt: number
}

/** The device call for one step of an episode: its name is the step's, its chance keyed by the step. */
export function sampleCall(
  from: string,
  { id, step, sampling, askedAt }: SampledStep,
  what: Pick<SampleRequest, 'sequenceId' | 'tokens' | 'promptSuffix' | 'count' | 'appendToContext' | 'stop'>,
): SampleCall {
  const { model, maxTokens, temperature, topP, key } = sampling
  const request = { ...what, maxTokens, temperature, topP, key: derive(key, step) }
  return { kind: 'sample', to: addresses.gpu, from, id: `${id}#${step}`, model, askedAt, request }
}
