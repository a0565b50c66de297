/**
 * Bodies of the Tinker API as they are meant, whether they travel as protobuf or as JSON. Types only.
 * Source: the REST API of the `tinker` package 0.38.0 (Thinking Machines), as SkyRL 0.4.0 serves it.
 */

/** A named input of a loss, one value a token. */
export type TensorData =
  | { readonly dtype: 'int64'; readonly data: Int32Array; readonly shape: readonly number[] }
  | { readonly dtype: 'float32'; readonly data: Float32Array; readonly shape: readonly number[] }

/** One sequence to compute a loss of: T input tokens, and a target for each of them. */
export interface Datum {
  /** [T] input tokens. */
  readonly tokens: Int32Array
  /** By name: `target_tokens`, `weights`, `logprobs`, `advantages`; [T] each. */
  readonly inputs: Readonly<Record<string, TensorData>>
}

export interface ForwardBackwardRequest {
  readonly modelId: string
  /** From 1 for each model, one more for each request. */
  readonly seqId: number
  readonly data: readonly Datum[]
  readonly lossFn: string
  readonly lossFnConfig: Readonly<Record<string, number>>
  /** Whether no gradient is wanted. */
  readonly forwardOnly: boolean
}

export interface ForwardBackwardOutput {
  readonly lossFnOutputType: string
  /** One a datum, by name: `logprobs`, [T]. */
  readonly outputs: readonly Readonly<Record<string, Float32Array>>[]
  readonly metrics: Readonly<Record<string, number>>
}

export interface SampledSequence {
  readonly stopReason: 'stop' | 'length'
  readonly tokens: Int32Array
  /** [n]; `null` if the service gave none. */
  readonly logprobs: Float32Array | null
}

export interface SampleOutput {
  readonly sequences: readonly SampledSequence[]
  /** [n]; NaN for the first token, and not there if it was not asked for. */
  readonly promptLogprobs: Float32Array | null
}

/** The media type of protobuf bodies. */
export const protobufType = 'application/x-protobuf'
export const jsonType = 'application/json'
