/** A model sampled from a server and never trained, by the OpenAI API or that of llama.cpp. Plain data. */
export interface ServedModel {
  /** Address of the server, without `/v1`. */
  readonly url: string
  /** The model's name there. */
  readonly model: string
  readonly api: SamplingApi
  /** Environment variable that holds the key; nothing is sent where it is empty. */
  readonly keyVariable: string
  /** Requests under way at once; more wait in line. */
  readonly maxConcurrent: number
  /** Longest time for one sample, with all attempts. */
  readonly deadlineMs: number
  /** Whether it keeps to a JSON Schema where one is given. */
  readonly schemas: boolean
  /** Whether all samples of a prompt are asked for by one request. */
  readonly parallelSampling: boolean
  /** Longest context, in its own tokens. */
  readonly contextTokens: number
}

/**
 * `chat`: messages in, text out, no token ids. `completions`: token ids in and out by `/v1/completions`, as vLLM and llama.cpp
 * have them. `llama.cpp`: the same by its own `/completion`.
 */
export const samplingApis = ['chat', 'completions', 'llama.cpp'] as const
export type SamplingApi = (typeof samplingApis)[number]
