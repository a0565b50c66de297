/** The turns of a journal as training reads them: tokens that were read and sampled, each turn on top of the one it goes on from. Pure. */
import type { HistoryItem } from '../../history/item.ts'
import type { HumanVerdict, TurnFeedback } from '../../history/turn-verdicts.ts'

export interface LoggedTurn {
  readonly id: string
  readonly session: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Whose tokens come before `prompt`. */
  readonly before: LoggedTurn | null
  /** [P] ids read after those. */
  readonly prompt: readonly number[]
  /** What was last said to the model. */
  readonly asked: HistoryItem | null
  /** [n] ids as sampled. */
  readonly answer: readonly number[]
  /** [n] nats. */
  readonly logprobs: readonly number[]
  /** Of the weights that drew it; less than any that are kept, if they were lost. */
  version: number
  /** Whether it is the answer that all clients take, not a further one of several. */
  readonly isOffered: boolean
  /** Whether it may be trained on. */
  train: boolean
  /** What was said or happened next; `null` if that is not known, or not yet. */
  next: string | null
  feedback: TurnFeedback | null
  /** The last that a person gave. */
  human: HumanVerdict | null
}

/** Its words; nothing of a picture. */
export const spokenIn = (item: HistoryItem | null | undefined): string =>
  item !== null && item !== undefined && 'text' in item ? item.text : ''
