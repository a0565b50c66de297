/** Messages between the trainer and the adapter, and its name. */
import type { Addressed, Identified } from '../contracts/actor.ts'
import type { Failure } from '../contracts/failure.ts'
import type { CriticSummary } from '../contracts/worlds/critic-summary.ts'
import type { EditMemory } from '../contracts/worlds/edit-memory.ts'
import type { Direction } from '../contracts/worlds/environment.ts'
import type { ProposalRefusals } from '../contracts/worlds/task-proposals.ts'
import type { Key } from '../math/random.ts'

/** Of the actor, and of its model where a server has one. */
export const adapterName = 'adapter'

/** Propose a task to replace one whose accuracy is outside the band. */
export interface Adapt extends Identified {
  readonly kind: 'adapt'
  readonly slot: number
  readonly task: unknown
  /** acc(q) in [0, 1]. */
  readonly accuracy: number
  readonly direction: Direction
  readonly critic: CriticSummary
  readonly key: Key
}

/** Whether a proposal was accepted: the adapter learns from it. */
export interface ProposalOutcome extends Addressed {
  readonly kind: 'proposal-outcome'
  readonly direction: Direction
  /** Of the proposal. */
  readonly edit: string
  readonly complaint: string | null
  readonly accepted: boolean
}

/** Read, or set, the whole state of the adapter (for a checkpoint). */
export interface GetState extends Identified {
  readonly kind: 'get-state'
}
export interface SetState extends Addressed {
  readonly kind: 'set-state'
  readonly memory: EditMemory
}

export type ToAdapter = Adapt | ProposalOutcome | GetState | SetState

export interface Proposed extends Identified {
  readonly kind: 'proposed'
  readonly slot: number
  /** `null` where no candidate differs from the task and passes the world's check. */
  readonly proposal: EditProposal | null
  /** Why the search broke off; then there is no proposal. */
  readonly failure: Failure | null
  /** Of a language model: how many of its proposals came to nothing, by reason. */
  readonly refusals?: ProposalRefusals
}

export interface EditProposal {
  readonly task: unknown
  /** Name of the kind of edit. */
  readonly edit: string
  /** The most frequent reason of the critic for bad steps. */
  readonly complaint: string | null
  /** The change, and the part of the critic's summary that suggested it. */
  readonly reason: string
}

export interface StateReply extends Identified {
  readonly kind: 'state'
  readonly memory: EditMemory
}

declare module '../contracts/messages/calls.js' {
  interface Calls {
    readonly adapt: Exchange<Adapt, Proposed>
    readonly 'get-state': Exchange<GetState, StateReply>
    readonly 'proposal-outcome': Exchange<ProposalOutcome, null>
    readonly 'set-state': Exchange<SetState, null>
  }
}
