/**
 * A world as a run needs it: it opens episodes, which act synchronously or asynchronously. All other parts are separate
 * and optional. A pure world (`Environment`) becomes one by `fromPure`. Types only. Stable, version 1: docs/architecture.md.
 */
import type { Key, Random } from '../../math/random.ts'
import type {
  Direction,
  Edit,
  Environment,
  Ladder,
  Language,
  ShownScreen,
  Split,
  StepLabel,
  UnitTesting,
} from './environment.ts'
import type { Job, TestResult } from './job.ts'
import type { WorldPrompts } from './prompts.ts'
import type { Review } from './review.ts'
import type { TaskProposals } from './task-proposals.ts'
import type { VectorLayout } from './vector-rows.ts'

export interface World<Task = unknown> {
  readonly name: string
  /**
   * Whether the same task, key and actions give the same episode. Where they do not, a run is not the same twice, and says
   * so; everything else holds.
   */
  readonly deterministic: boolean
  /** Who acts in it, if not `policy` alone: a request must name a player for each. Left out, a turn of an unknown agent shows it. */
  readonly agents?: readonly string[]
  /** Of a vector world, which is stepped by rows alone; left out by all others. */
  readonly vectors?: VectorLayout
  /** Whether its episodes have `fork`, as trees of candidates need; left out, they have not. */
  readonly forks?: boolean
  /** Checks a task from a file. @throws {RangeError} naming the field, the value found and the value wanted. */
  readonly parseTask: (value: unknown) => Task
  /** The goal as one sentence. */
  readonly describe: (task: Task) => string
  /** Steps an episode of this task may take before it is cut off; at least 1. */
  readonly stepLimit: (task: Task) => number
  /** Begins an episode. If it throws or rejects, this one episode is invalid. */
  readonly open: (task: Task, options: OpenOptions) => OpenEpisode | Promise<OpenEpisode>

  /** Tasks to train and measure on; without it they come from `tasks.file`, and no held-out tasks are measured. */
  readonly generate?: (split: Split, random: Random) => Task
  /** Without it tasks stay as they are. */
  readonly editor?: TaskEditor<Task>
  /** An expert on a simulator, for demonstrations; without it there is no warm start. */
  readonly simulator?: Simulator<Task>
  /** For worlds whose steps are programs. */
  readonly unitTesting?: UnitTesting<Task>
  /** Tasks by level of difficulty, for methods that raise it. */
  readonly ladder?: Ladder<Task>
  /** Questions about answers, for methods whose policy verifies them. */
  readonly review?: Review<Task>
  /** For word-level models; without it there is no warm start. */
  readonly language?: Language
  /** For models that read prose; without them only models with the world's own vocabulary can be used. */
  readonly prompts?: WorldPrompts

  /**
   * For graphical interfaces: the screens of an episode, [T + 1], one before each action and the last after all of them;
   * `null` if the screens cannot be reproduced from the task.
   */
  readonly screens?: (episode: RecordedEpisode<Task>) => readonly ShownScreen[] | null
  /** The same with pictures, taken while the episode is played again in a browser. */
  readonly screenshots?: (episode: RecordedEpisode<Task>, signal: AbortSignal) => Promise<readonly PicturedScreen[]>
}

export interface PicturedScreen extends ShownScreen {
  /** As PNG. */
  readonly picture: Uint8Array
}

/** An episode as a run keeps it. */
export interface RecordedEpisode<Task> {
  readonly task: Task
  readonly opening: string
  readonly steps: readonly {
    readonly action: string
    /** The observation after the action. */
    readonly observation: string
  }[]
}

export interface OpenOptions {
  /** For the world's own randomness. */
  readonly key: Key
  /** Aborted once the episode is not needed any more. */
  readonly signal: AbortSignal
  /** Runs a program on its tests, in a sandbox. */
  readonly run: RunJob
}

/** Runs a program on its tests. @returns one result for each test of the job, in order. */
export type RunJob = (job: Job) => Promise<readonly TestResult[]>

/** An episode under way. One action at a time. */
export interface OpenEpisode {
  /** The opening observation, the goal included. */
  readonly observation: string
  /** Whose turn it is first, and who reads this; left out: `policy`. */
  readonly agent?: string
  /** @see Environment.situation */
  readonly situation?: string
  /** Any text is an action. If it throws or rejects, the episode is invalid. */
  readonly act: (action: string) => ActResult | Promise<ActResult>
  /** A copy of the episode in its present state: for trees of candidates. Only where a state can be copied. */
  readonly fork?: () => OpenEpisode | Promise<OpenEpisode>
  /** Releases the resources of the episode; called once, also of an episode that failed. */
  readonly close: () => Promise<void>
}

/** The result of one action. */
export interface ActResult {
  /** For the agent whose turn is next: the others do not read it. */
  readonly observation: string
  /** Whose turn is next; left out: `policy`. Ignored when the episode is over. */
  readonly agent?: string
  /** Of the state after it. @see Environment.situation */
  readonly situation?: string
  readonly won: boolean
  /** Whether the episode is over though it is not won; a won one is over. */
  readonly lost?: boolean
  /** Share of the goal achieved, in [0, 1]; 1 exactly where `won`. */
  readonly score: number
  /** Of this step, in the world's own units, finite; of several agents the team's. Left out by worlds that have an outcome alone. */
  readonly reward?: number
  /** In addition to it, of the acting agent alone; left out: none. */
  readonly localReward?: number
  /** From the true state; `null` where the world has no exact labels. */
  readonly label: StepLabel | null
}

/** Makes tasks of other tasks. @see Environment */
export interface TaskEditor<Task> {
  readonly names: (direction: Direction) => readonly string[]
  readonly edit: (task: Task, name: string, random: Random, complaint?: string | null) => Edit<Task> | null
  readonly valid: (task: Task) => boolean
  /** For adapters that are language models; without them only the edits above are made. */
  readonly proposals?: TaskProposals<Task>
}

/** Plays a task on a simulator, with an expert. @see Environment */
export type Simulator<Task> = Pick<
  Environment<Task, unknown>,
  'stepLimit' | 'start' | 'step' | 'turns' | 'admissible' | 'expert' | 'label'
>
