/** Every message that may cross a thread: closed unions tagged `kind`, addressed by `to` and `from`. Types only. */
import type { Identified } from '../actor.ts'
import type { Episode, Note, SampledTokens } from '../episode.ts'
import type { Failed, Sampled } from './gpu.ts'
import type { CandidateTree, LabelledQuestion, Observing, Player, Sampling } from './players.ts'
import type { Key } from '../../math/random.ts'

export type * from './gpu.ts'
export type * from './players.ts'

/* environment */

/** Play a task from its start. */
export interface Play extends Identified {
  readonly kind: 'play'
  readonly task: unknown
  /** Asked instead of the task, which is then ignored. */
  readonly question?: LabelledQuestion
  /** For the world's own randomness; left out, it is derived from the id. */
  readonly key?: Key
  /** By the name that the world has for the agent; `policy` where the world names none. */
  readonly players: Readonly<Record<string, Player>>
  /** By name: each writes separate notes, as if it were alone. Empty: no observers. */
  readonly observers: Readonly<Record<string, Observing>>
  /** Only where the world can fork its episodes; left out, one action is sampled at each turn. */
  readonly tree?: CandidateTree
}

/** An action as a model wrote it. */
export interface SampledAction extends SampledTokens {
  readonly action: string
}

/** The action of the agent whose turn it is, with the tokens it read and wrote. */
export interface Acted extends Identified, SampledAction {
  readonly kind: 'acted'
  readonly context: Int32Array
}

/** The candidates for a turn of a tree, as many as were asked for, with the tokens that were read before each. */
export interface Branched extends Identified {
  readonly kind: 'branched'
  readonly context: Int32Array
  readonly candidates: readonly SampledAction[]
}

/** Give this attempt up without a reply: the episode is played again under another id. */
export interface Abandon extends Identified {
  readonly kind: 'abandon'
}

/** Run the tests that an observer wrote for a task on the programs that the policy wrote for it. */
export interface RunTests extends Identified {
  readonly kind: 'run-tests'
  readonly task: unknown
  readonly programs: readonly string[]
  /** As written: no program passes a text that is not a test. */
  readonly tests: readonly string[]
}

export type ToEnvironment = Play | Acted | Branched | Abandon | RunTests | Failed

/* policy */

export interface Observed extends Identified {
  readonly kind: 'observed'
  /** Whose turn it is: each agent of an episode has a separate context. */
  readonly agent: string
  /** Index in the episode of the action asked for, from 0. */
  readonly step: number
  readonly observation: string
  readonly sampling: Sampling
  /** Of a tree: more than one action is asked for. */
  readonly branching?: Branching
}

/** How a turn of a tree is sampled: nothing that is sampled joins the context. */
export interface Branching {
  /** At least 2. */
  readonly candidates: number
  /** Of the agent's last action, which its context does not hold yet: it is read before the observation. */
  readonly unread: Int32Array
}

/** The episode is over or given up: release its context, here and on the device. */
export interface Closed extends Identified {
  readonly kind: 'closed'
  /** The player or observer that read it: each has a separate context. */
  readonly reader: string
  /** That plays or observes it. */
  readonly model: string
}

export type ToPolicy = Observed | Closed | Sampled | Failed

/* observer */

/** A step as it happened, for one observer. */
export interface Stepped extends Identified {
  readonly kind: 'stepped'
  readonly observer: string
  readonly step: number
  /** The opening where none of the steps before is read, as for step 0; else empty. */
  readonly opening: string
  /** Of a step that is read alone: the observation before it, empty for step 0, where that is the opening. Left out: it is read after those before it. */
  readonly before?: string
  readonly action: string
  readonly observation: string
  /** Whether the episode ended here. */
  readonly last: boolean
  readonly observing: Observing
}

export type ToObserver = Stepped | Closed | Sampled | Failed

/* trainer */

export interface Finished extends Identified {
  readonly kind: 'finished'
  readonly episode: Episode
}

/** The notes of an observer on one step. */
export interface Noted extends Identified {
  readonly kind: 'noted'
  readonly observer: string
  readonly step: number
  readonly note: Note
}

export interface TestsRun extends Identified {
  readonly kind: 'tests-run'
  /** [tests][programs] whether the program passes the test. */
  readonly passes: readonly (readonly boolean[])[]
}
