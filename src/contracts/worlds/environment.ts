/** A world of pure functions over a task and a state, in text. */
import type { Key, Random } from '../../math/random.ts'
import type { Edit } from './edit.ts'
import type { Job, Test, TestResult } from './job.ts'
import type { WorldPrompts } from './prompts.ts'
import type { Review } from './review.ts'
import type { TaskProposals } from './task-proposals.ts'

export type { Edit }

/** Why an episode is over; `null` while it runs. Only a terminal ending makes the value of what follows zero. */
export type Ending = 'terminal' | 'truncated' | null

/** The result of one action. */
export interface Transition<State> {
  readonly state: State
  /** The observation after it. */
  readonly observation: string
  /** A step limit is no ending of the world's: it is `truncated`, and set by the player. */
  readonly won: boolean
  /** Whether the episode is over though it is not won; a won one is over. */
  readonly lost?: boolean
  /** Of this step, in the world's own units, finite; of several agents the team's. Left out by worlds that have an outcome alone. */
  readonly reward?: number
  /** In addition to it, of the acting agent alone; left out: none. */
  readonly localReward?: number
}

/**
 * Several agents that act in one episode, a turn each. Each reads the text given when its turn comes, and nothing else.
 */
export interface Turns<State> {
  /** Their names, at least one. */
  readonly agents: readonly string[]
  /** Whose turn it is, in a state that is not over. */
  readonly next: (state: State) => string
}

/** Seen rooms come with other placements than in training; unseen ones are layouts never trained on. */
export type Split = 'train' | 'seen' | 'unseen'

/** The expert's label of one step; exact, from the true state. */
export interface StepLabel {
  readonly good: boolean
  /** Why, in a few words of the world's own language. */
  readonly reason: string
}

/** The result of a step whose outcome takes running a program. */
export interface GradedStep {
  /** The observation after it. */
  readonly observation: string
  readonly won: boolean
  /** Share of the goal achieved, in [0, 1]; 1 exactly where `won`. */
  readonly score: number
  readonly label: StepLabel
  /** @see Transition */
  readonly lost?: boolean
  readonly reward?: number
  readonly localReward?: number
}

/** A program to be run before the outcome of a step is known. The world stays pure: the environment actor runs the program. */
export interface ExecutionCheck {
  readonly job: Job
  /** @param results one for each test of the job, in order. */
  readonly grade: (results: readonly TestResult[]) => GradedStep
}

/** For worlds whose steps are programs: the reward model writes unit tests of the policy's program. */
export interface UnitTesting<Task> {
  /** The test in the reward model's text; `null` where input or output is empty, or the form is missing. */
  readonly parseTest: (text: string) => Test | null
  /** A program of the policy on some tests. */
  readonly job: (task: Task, program: string, tests: readonly Test[]) => Job
  /** A test that is right, as the reward model should write it; for its warm start. */
  readonly exampleTest: (task: Task, random: Random) => string
  /** A test with a typical misunderstanding of the task; for a warm start that leaves something to learn. */
  readonly mistakenTest?: (task: Task, random: Random) => string
}

/** Tasks by difficulty, for curricula that raise it: families of tasks, each from level 0 to a top one. */
export interface Ladder<Task> {
  readonly families: readonly { readonly name: string; readonly top: number }[]
  /** A fresh task of the split `train`, of a family and a level in [0, top]. */
  readonly generate: (family: string, level: number, random: Random) => Task
}

/** The vocabulary that a language model needs to read and write this world. */
export interface Language {
  /** Every phrase that is one token, e.g. `cabinet 1`, `You arrive at`; longest match wins. */
  readonly phrases: readonly string[]
  /** Separators that carry nothing and make no token, e.g. `, and a `. */
  readonly silent: readonly string[]
}

/** A screen of a graphical interface, for people to look at: a model may see less. */
export interface ShownScreen {
  /** The accessibility tree in full, as BrowserGym prints it. */
  readonly tree: string
  /** The action on this screen as BrowserGym's calls, e.g. `fill('12', 'Ann')`; empty without one. */
  readonly calls: string
}

/**
 * A text world. It keeps nothing between calls, so it can be replayed, branched, batched and moved
 * to another thread; the caller owns the state. Tasks and states are plain data.
 */
export interface Environment<Task, State> {
  readonly name: string
  readonly language: Language

  /** A fresh task of a split, proved solvable. Options are the world's own, e.g. room size. */
  readonly generate: (split: Split, random: Random) => Task
  /** Checks a task from a file. @throws {RangeError} naming the field, the value found and the value wanted. */
  readonly parseTask: (value: unknown) => Task
  /** The goal as one sentence. */
  readonly describe: (task: Task) => string
  /** Steps an episode of this task may take before it is cut off. */
  readonly stepLimit: (task: Task) => number

  /**
   * @param chance keys the episode's draws, in worlds where actions have no sure result; the state carries it. Left out, it is
   *   that of the task, by which the task was proved solvable.
   */
  readonly start: (task: Task, chance?: Key) => { readonly state: State; readonly observation: string }
  /** Any text is an action; an unknown one changes nothing, and the observation says so. */
  readonly step: (state: State, action: string) => Transition<State>
  /** Where several agents act; left out: `policy` alone does. */
  readonly turns?: Turns<State>
  /**
   * The program to run before the outcome of the step that led to this state is known, `null` without one. With one,
   * the step itself has no observation and no success, and its label comes from the check.
   */
  readonly executionCheck?: (state: State) => ExecutionCheck | null
  /** A name of the state: of one task, equal names are equal states. Left out: observations stand for states. */
  readonly situation?: (state: State) => string
  /** Actions that the world would accept now, sorted: all of them, or where there is no end of them, some. */
  readonly admissible: (state: State) => readonly string[]

  /** The expert's next action; `null` when it knows none (the task is unsolvable from here). */
  readonly expert: (state: State) => string | null
  /** Whether `action` in `state` was a good step, from the true state. */
  readonly label: (state: State, action: string) => StepLabel

  /** The kinds of edit that go this way, in a fixed order. */
  readonly editNames: (direction: Direction) => readonly string[]
  /**
   * One candidate of the named kind, not yet validated; `null` if it does not apply to this task.
   *
   * @param complaint the critic's main complaint about the task's episodes, in the words of the world's labels.
   */
  readonly edit: (task: Task, name: string, random: Random, complaint?: string | null) => Edit<Task> | null
  /** Whether the world can play the task and the expert solves it within the step limit. */
  readonly valid: (task: Task) => boolean

  /** Where the reward model writes unit tests; else it votes on each step. */
  readonly unitTesting?: UnitTesting<Task>
  /** For models that read prose. */
  readonly prompts?: WorldPrompts
  /** For adapters that are language models. */
  readonly proposals?: TaskProposals<Task>
  /** For graphical interfaces: the screen on which `action` is done; it is empty after the last one. */
  readonly screen?: (state: State, action: string) => ShownScreen
  /** Where difficulty has levels. */
  readonly ladder?: Ladder<Task>
  /** Where tasks are answered at one go, and a policy can be asked about answers. */
  readonly review?: Review<Task>
}

/** Which way a task should change. */
export type Direction = 'harder' | 'easier'
