/** The use of a device, as it is counted, sent and written to metrics. Types only. */

/** The verbs of a device, one for each kind of request to it. */
export type DeviceVerb =
  | 'sample'
  | 'release'
  | 'logprobs'
  | 'forward-backward'
  | 'forward'
  | 'backward'
  | 'row-gradients'
  | 'optim-step'
  | 'save'
  | 'snapshot'
  | 'load'

/** The use of one verb on one model. */
export interface DeviceUse {
  readonly verb: DeviceVerb
  readonly model: string
  readonly calls: number
  /** Requests that these calls answered; more than one a call where they were batched. */
  readonly requests: number
  /** Samples drawn, sequences given log-probabilities, training examples; rows of numbers count as one; requests of the other verbs. */
  readonly sequences: number
  /** Read and written; without padding, and without what contexts held already. */
  readonly tokens: number
  /** Wall time within the device, milliseconds. */
  readonly ms: number
  /** [b] calls of 2^b to 2^(b + 1) − 1 sequences, up to the largest there was. */
  readonly sizes: readonly number[]
  /** How long its requests waited. */
  readonly queue: QueueTimes
}

/** A stretch of work of one verb on one model: a call, or several that follow each other closely. */
export interface DeviceSpan {
  readonly verb: DeviceVerb
  readonly model: string
  /** When its first call began and its last one ended or paused, ms on the clock that all threads share. */
  readonly startMs: number
  readonly endMs: number
  /** Of this time, within calls. */
  readonly busyMs: number
  /** Of a call that pauses, each piece. */
  readonly calls: number
  /** Most requests that were unfinished when one of its calls began, its own included. */
  readonly depth: number
}

/** The use of a device over an interval. */
export interface DeviceUsage {
  readonly uses: readonly DeviceUse[]
  /** Length of the interval, milliseconds. */
  readonly wallMs: number
  /** Time in which the device worked: the sum over `uses`, without unfinished calls. */
  readonly busyMs: number
  /**
   * Time the device sat idle while requests were under way to it, queued or paused. Utilisation under load is
   * busyMs / (busyMs + idleMs).
   */
  readonly idleMs: number
  /** When it worked, by the beginning of each stretch; a bounded number, coarser the more calls there were. Left out without times. */
  readonly spans?: readonly DeviceSpan[]
  /** Left out where nothing is computed elsewhere. */
  readonly services?: readonly ServiceUse[]
  /** Bytes of weights and their optimisers, to and from an engine on another machine; left out where it is here. */
  readonly weightBytes?: number
}

/** The use of a model on a service or a server, in its tokens. Counts are of answered requests; repeated ones count once. */
export interface ServiceUse {
  /** Its name in the run. */
  readonly model: string
  /** Samples, or groups of samples, that were answered. */
  readonly requests: number
  /** Of these, those whose answer did not tell its tokens: they are in none of the sums. */
  readonly untold: number
  /** Tokens of the prompts, each counted whole, and of these those that it still had from before, if it tells. */
  readonly promptTokens: number
  readonly cachedTokens: number | null
  /** Tokens written. */
  readonly completionTokens: number
  /** Tokens of passes without and with a gradient; 0 of servers that only sample. */
  readonly forwardTokens: number
  readonly trainedTokens: number
}

/** Time from asking to the start of the device call that answers, over all requests. */
export interface QueueTimes {
  readonly requests: number
  /** All `null` without requests; quantiles to within 1 %. */
  readonly meanMs: number | null
  readonly medianMs: number | null
  readonly p95Ms: number | null
  readonly maxMs: number | null
}
