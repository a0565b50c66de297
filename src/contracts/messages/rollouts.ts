import type { Rollout } from '../episode.ts'
import type { Failure } from '../failure.ts'

import type { Play } from './run.ts'

/** An episode that could not be played; it leaves its group and is counted, never scored. */
export interface InvalidRollout {
  readonly id: string
  readonly reason: string
  /** With the stack of the error, if one was thrown. */
  readonly failure?: Failure
}

export interface RolloutBatch {
  /** By id. */
  readonly rollouts: ReadonlyMap<string, Rollout>
  readonly invalid: readonly InvalidRollout[]
}

export interface Rollouts {
  /**
   * Plays all requests, along with those of other calls; settles when each is finished and all its observers have answered, or
   * invalid.
   *
   * @param signal aborted: those not finished are abandoned, and its reason is thrown.
   * @throws {Error} if not one of them could be played, or nothing comes for too long.
   */
  readonly play: (requests: readonly RolloutRequest[], signal?: AbortSignal) => Promise<RolloutBatch>
  /** Rejects all present and future requests. */
  readonly fail: (error: Error) => void
}

/** An episode to play. It is played by any free worker, and its result depends on the request alone. */
export type RolloutRequest = Omit<Play, 'to' | 'from' | 'kind'>
