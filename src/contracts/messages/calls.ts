/** The trainer's requests with the replies to them, and its messages that have none. Types only. */
import type {
  Closed,
  Continued,
  Finished,
  Observed,
  Noted,
  Failed,
  GetUsageCall,
  UsageReply,
  ForwardBackwardCall,
  ForwardBackwardReply,
  ForwardCall,
  ForwardReply,
  BackwardCall,
  BackwardReply,
  RowGradientsCall,
  RowGradientsReply,
  RunTests,
  TestsRun,
  Loaded,
  ReleaseCall,
  SampleCall,
  Sampled,
  LoadCall,
  SaveCall,
  Saved,
  SnapshotCall,
  SnapshotReply,
  LogprobsCall,
  LogprobsReply,
  OptimStepCall,
  OptimStepReply,
} from './run.ts'
import type { Attach, Decide, PlayRows, RowsPlayed } from './steps.ts'

/** By kind of message to an actor; the reply is `null` where none comes. A method's actor adds its own by declaration merging. */
export interface Calls {
  readonly sample: Exchange<SampleCall, Sampled>
  readonly release: Exchange<ReleaseCall, null>
  readonly logprobs: Exchange<LogprobsCall, LogprobsReply>
  readonly 'forward-backward': Exchange<ForwardBackwardCall, ForwardBackwardReply>
  readonly forward: Exchange<ForwardCall, ForwardReply>
  readonly backward: Exchange<BackwardCall, BackwardReply>
  readonly 'row-gradients': Exchange<RowGradientsCall, RowGradientsReply>
  readonly 'optim-step': Exchange<OptimStepCall, OptimStepReply>
  readonly save: Exchange<SaveCall, Saved>
  readonly snapshot: Exchange<SnapshotCall, SnapshotReply>
  readonly load: Exchange<LoadCall, Loaded>
  readonly 'get-usage': Exchange<GetUsageCall, UsageReply>
  readonly 'play-rows': Exchange<PlayRows, RowsPlayed>
  readonly 'run-tests': Exchange<RunTests, TestsRun>
}

export interface Exchange<Request, Response> {
  readonly call: Request
  readonly reply: Response
}

/** Kinds of message that have a reply. */
export type WithReply = { [Kind in keyof Calls]: Calls[Kind]['reply'] extends null ? never : Kind }[keyof Calls]

export type ToTrainer = Attach | Decide | Finished | Noted | Observed | Closed | ReplyTo<WithReply> | Continued | Failed

/** The reply to a request of that kind. */
export type ReplyTo<Kind extends WithReply> = Calls[Kind]['reply']

/** A call as its caller writes it; its sender and id are filled in. */
export type CallRequest<Kind extends WithReply = WithReply> = Unaddressed<Calls[Kind]['call'], 'from' | 'id'>

/** A message without a reply as its sender writes it. */
export type News = Unaddressed<Calls[Exclude<keyof Calls, WithReply>]['call'], 'from'>

/** Each message of a union, without the fields that are filled in. */
export type Unaddressed<Message, Filled extends string> = Message extends unknown ? Omit<Message, Filled> : never
