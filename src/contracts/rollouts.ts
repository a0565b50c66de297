import type { Rollout } from './episode.ts'
import type { Failure } from './failure.ts'

import type { Play } from './messages/run.ts'

/** An episode that could not be played or judged; it leaves its group and is counted, never scored. */
export interface InvalidRollout {
  readonly id: string
  readonly reason: string
  /** With the stack of what was thrown, if something was. */
  readonly failure?: Failure
}

export interface RolloutBatch {
  /** By id. */
  readonly rollouts: ReadonlyMap<string, Rollout>
  readonly invalid: readonly InvalidRollout[]
}

export interface Rollouts {
  /**
   * Plays all orders at once, beside those of other calls; settles when each is finished and judged, or invalid.
   *
   * @throws {Error} if not one of them could be played, or nothing comes for too long.
   */
  readonly play: (orders: readonly RolloutRequest[]) => Promise<RolloutBatch>
  /** An actor has died: gives up what it took part in, and starts nothing more until told to. */
  readonly lost: (actor: string) => void
  /** Everybody is there: plays what waits, and again what was given up. */
  readonly resume: () => void
  /** Rejects what is being played, and whatever is to be played from now on. */
  readonly fail: (error: Error) => void
}

/** What to play; the environment thread is chosen by whoever plays it. */
export type RolloutRequest = Omit<Play, 'to' | 'from' | 'kind'>
