/** What the trainer may ask, what answers it, and what it tells without an answer. Types only. */
import type {
  AccountCall,
  Accounted,
  AccumulateCall,
  AccumulatedReply,
  Adapt,
  Examine,
  ExaminedReply,
  Loaded,
  LoadCall,
  Proposed,
  Recall,
  Recalled,
  Remember,
  SaveCall,
  Saved,
  ScoreCall,
  Scored,
  Settled,
  UpdateCall,
  UpdatedReply,
} from '../../contracts/messages/run.ts'

/** By the kind of the call. */
export interface Replies {
  readonly score: Scored
  readonly accumulate: AccumulatedReply
  readonly update: UpdatedReply
  readonly save: Saved
  readonly load: Loaded
  readonly account: Accounted
  readonly adapt: Proposed
  readonly examine: ExaminedReply
  readonly recall: Recalled
}

export type Call =
  AccountCall | ScoreCall | AccumulateCall | UpdateCall | SaveCall | LoadCall | Adapt | Recall | Examine

/** A call as its asker writes it; who asks and the id are filled in. */
export type Question = Unaddressed<Call, 'from' | 'id'>

/** What the adapter is told as its teller writes it. */
export type News = Unaddressed<Settled | Remember, 'from' | 'to'>

type Unaddressed<Message, Filled extends string> = Message extends unknown ? Omit<Message, Filled> : never
