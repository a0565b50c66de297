/** One way of asking a server for a sample. Types only. */
import type { JsonSchema } from '../../contracts/models/json-schema.ts'
import type { Sample, SampleRequest } from '../../contracts/models/device.ts'

export interface Drawing extends Pick<SampleRequest, 'maxTokens' | 'temperature' | 'topP' | 'stop'> {
  /** The server's name of the model. */
  readonly model: string
  /** All that was read, the prompt suffix included. */
  readonly prompt: Int32Array
  /** `null` where nothing but text is asked for, or the server does not keep to schemas. */
  readonly schema: JsonSchema | null
  /** Samples of this prompt by one request; 1 with llama.cpp's own API. */
  readonly samples: number
}

/** A server's samples; log-probabilities that it does not return are NaN, never 0. */
type Drawn = Omit<Sample, 'version'>

/** Tokens of an answer as the server counts them. */
export interface ReportedTokens {
  readonly promptTokens: number
  readonly completionTokens: number
  /** Of the prompt those that it still had; `null` if it does not tell. */
  readonly cachedTokens: number | null
}

export interface SamplingProtocol {
  /** Path of the request. */
  readonly path: string
  /** Without the seed, which all of them take by that name. */
  readonly bodyOf: (drawing: Drawing) => Readonly<Record<string, unknown>>
  /** @param reply as JSON. @returns at least one. @throws {RangeError} if it contains no sample, naming the missing part. */
  readonly samplesOf: (reply: unknown, drawing: Drawing) => readonly Drawn[]
  /** @param reply as JSON. @returns `null` if it does not tell; nothing of it is refused. */
  readonly tokensOf: (reply: unknown) => ReportedTokens | null
}
