/** The trainer's requests with the replies to them, and its messages that have none. Types only. */
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
  SnapshotCall,
  SnapshotReply,
  LogprobsCall,
  LogprobsReply,
  ProposalOutcome,
  OptimStepCall,
  OptimStepReply,
} from './run.ts'

/** By kind of request. An actor of one's own adds its requests by declaration merging. */
export interface Calls {
  readonly logprobs: Exchange<LogprobsCall, LogprobsReply>
  readonly 'forward-backward': Exchange<ForwardBackwardCall, ForwardBackwardReply>
  readonly 'optim-step': Exchange<OptimStepCall, OptimStepReply>
  readonly save: Exchange<SaveCall, Saved>
  readonly snapshot: Exchange<SnapshotCall, SnapshotReply>
  readonly load: Exchange<LoadCall, Loaded>
  readonly 'get-usage': Exchange<GetUsageCall, UsageReply>
  readonly adapt: Exchange<Adapt, Proposed>
  readonly 'run-tests': Exchange<RunTests, TestsRun>
  readonly 'get-state': Exchange<GetState, StateReply>
}

/** By kind of message. An actor of one's own adds its messages by declaration merging. */
export interface Notices {
  readonly 'proposal-outcome': ProposalOutcome
  readonly 'set-state': SetState
}

export interface Exchange<Request, Response> {
  readonly call: Request
  readonly reply: Response
}

/** The reply to a request of that kind. */
export type ReplyTo<Kind extends keyof Calls> = Calls[Kind]['reply']

/** A call as its caller writes it; its sender and id are filled in. */
export type CallRequest<Kind extends keyof Calls = keyof Calls> = Unaddressed<Calls[Kind]['call'], 'from' | 'id'>

/** A message without a reply as its sender writes it. */
export type News = Unaddressed<Notices[keyof Notices], 'from'>

/** Each message of a union, without the fields that are filled in. */
export type Unaddressed<Message, Filled extends string> = Message extends unknown ? Omit<Message, Filled> : never
