/** What the trainer may ask, what answers it, and what it tells without an answer. Types only. */
import type {
  GetUsageCall,
  UsageReply,
  ForwardBackwardCall,
  ForwardBackwardReply,
  Adapt,
  RunTests,
  TestsRun,
  Loaded,
  LoadCall,
  Proposed,
  GetState,
  StateReply,
  SetState,
  SaveCall,
  Saved,
  LogprobsCall,
  LogprobsReply,
  ProposalOutcome,
  OptimStepCall,
  OptimStepReply,
} from './messages/run.ts'

/** By the kind of the call. */
export interface Replies {
  readonly logprobs: LogprobsReply
  readonly 'forward-backward': ForwardBackwardReply
  readonly 'optim-step': OptimStepReply
  readonly save: Saved
  readonly load: Loaded
  readonly 'get-usage': UsageReply
  readonly adapt: Proposed
  readonly 'run-tests': TestsRun
  readonly 'get-state': StateReply
}

export type Call =
  GetUsageCall | LogprobsCall | ForwardBackwardCall | OptimStepCall | SaveCall | LoadCall | Adapt | GetState | RunTests

/** A call as its asker writes it; who asks and the id are filled in. */
export type CallRequest = Unaddressed<Call, 'from' | 'id'>

/** What the adapter is told as its teller writes it. */
export type News = Unaddressed<ProposalOutcome | SetState, 'from' | 'to'>

type Unaddressed<Message, Filled extends string> = Message extends unknown ? Omit<Message, Filled> : never
