/** A model as the work that it is given follows from it. Types only. */
import type { SpeakerTokens } from '../episodes/speaker-tokens.ts'

export interface TrainedRole {
  readonly minibatches: number
  /** Whether the log-probabilities before the update are computed for every sequence, or only for those from older weights. */
  readonly scores: 'every' | 'stale' | 'none'
}

/** A model that plays or observes. */
export interface SpeakerShape {
  /** Of one episode. */
  readonly tokens: SpeakerTokens
  readonly samples: number
  /** `null` where it is not trained. */
  readonly training: TrainedRole | null
  /** Whether its engine takes trees; else a tree is computed as chains. */
  readonly branches: boolean
  /** Whether a loss is computed here, from one more pass of the service. */
  readonly lossesHere: boolean
}
