/** Episodes and rollouts: steps, verdicts, and their tokens. Plain data. */
import type { Finish } from './models/device.ts'
import type { StepLabel } from './worlds/environment.ts'

/** What a model wrote, in tokens. */
export interface SampledTokens {
  /** [n] ids as sampled, the end token included unless the length limit came first. */
  readonly tokens: Int32Array
  /** [n] nats, as sampled. */
  readonly logprobs: Float32Array
  /** Why it ended; left out where a script acts, or an actor does not say. */
  readonly finish?: Finish
  /** Updates that its model had been given when it was sampled; means nothing where a script acts. */
  readonly version: number
}

/** One action and its result. */
export interface EpisodeStep extends SampledTokens {
  /** Who acted, by the world's name; `policy` where the world names no agents. */
  readonly agent: string
  readonly action: string
  /** The observation after the action. */
  readonly observation: string
  /** Tokens the agent read since its last action, the cue to act included: the world's text when this turn came. Empty where a script acts. */
  readonly context: Int32Array
  /** The expert's label of the step, `null` where the world has none; for measurement, never shown to a model. */
  readonly label: StepLabel | null
  /** The world's name of the state in which it was taken; left out where it names none. */
  readonly situation?: string
  /** Of this step, in the world's own units; left out where the world has an outcome alone. */
  readonly reward?: number
  /** In addition to it, of the agent alone; left out: none. */
  readonly localReward?: number
  /** [K] of a tree: all that were sampled at this turn from the same context, in order. One of them is this step's action. */
  readonly candidates?: readonly StepCandidate[]
}

/** An action that was tried in a fork of the episode. */
export interface StepCandidate extends Pick<
  EpisodeStep,
  'action' | 'tokens' | 'logprobs' | 'finish' | 'version' | 'label' | 'reward' | 'localReward'
> {
  /** Of the episode after it. */
  readonly score: number
  readonly won: boolean
  /** Whether the episode continued with it; so of exactly one. */
  readonly chosen: boolean
}

export interface Episode {
  /** Unique within a run: `episodeId` of its key. */
  readonly id: string
  /** The opening observation, the goal included. */
  readonly opening: string
  readonly steps: readonly EpisodeStep[]
  readonly won: boolean
  /** Share of the goal achieved, in [0, 1]; 1 exactly where `won`. */
  readonly score: number
  readonly ending: 'terminal' | 'truncated'
}

/** One sample of the observer about one step, in tokens. */
export type NoteSample = SampledTokens

/** A sample that is a verdict on the step. */
export interface VerdictSample extends NoteSample {
  /** 0 where the text has no single clear verdict. */
  readonly value: -1 | 0 | 1
  /** Its text before the verdict. */
  readonly reason: string
  /** The tokens of the same answer with the other verdict; left out where soft votes were not asked for, or it has no verdict. */
  readonly opposite?: Int32Array
  /** P(1) − P(−1) of the verdict after this reason, in [−1, 1]; `null` without a verdict. Left out: not asked for. */
  readonly soft?: number | null
}

/** A sample that is a unit test of the step's right answer. */
export interface TestSample extends NoteSample {
  readonly text: string
}

/** The observer's result for one step: its verdicts, the tests it wrote, or why it has neither. */
export type Note = VerdictNote | TestNote | InvalidNote

/** The observer's input when it wrote about a step. */
interface ReadStep {
  /** Tokens the observer read since the step before, or all that it read where `alone`. */
  readonly context: Int32Array
  /** Whether nothing of the steps before it was read, but what `context` has; left out: their contexts come first. */
  readonly alone?: true
}

export interface VerdictNote extends ReadStep {
  readonly kind: 'verdicts'
  /** The prompt suffix before each verdict. */
  readonly promptSuffix: Int32Array
  readonly verdicts: readonly VerdictSample[]
}

/** It has read the question, and nothing of the answer. */
export interface TestNote extends ReadStep {
  readonly kind: 'tests'
  /** The prompt suffix before each test. */
  readonly promptSuffix: Int32Array
  readonly tests: readonly TestSample[]
}

/**
 * It leaves its group and is counted; it has neither verdicts or tests nor, where they are the step signal, a reward. Its text
 * stays part of the transcript.
 */
export interface InvalidNote extends ReadStep {
  readonly kind: 'invalid'
  readonly reason: string
}

/** All that the observer wrote about a step; nothing of an invalid one. */
export function samplesOf(step: Note): readonly NoteSample[] {
  switch (step.kind) {
    case 'verdicts':
      return step.verdicts
    case 'tests':
      return step.tests
    case 'invalid':
      return []
  }
}

/** An episode with each observer's results for each step. */
export interface Rollout {
  readonly episode: Episode
  /** [steps] by name of the observer; empty without observers. */
  readonly notes: Readonly<Record<string, readonly Note[]>>
}

/** Name of the observer by whose notes the shipped reward model, reports and tables of episodes go. */
export const recordedObserver = 'rewardModel'

/** The observer's results for each step; empty without an observer. */
export const observerNotes = ({ notes }: Pick<Rollout, 'notes'>): readonly Note[] => notes[recordedObserver] ?? []

/** Where an episode belongs. Chance is keyed by it, so an episode played again is the same episode. */
export interface EpisodeKey {
  /** `train`, `pending` (a proposed task), or the name of an evaluation. */
  readonly use: string
  readonly iteration: number
  /** Task slot, or the task's index in an evaluation. */
  readonly slot: number
  /** Index in the group. */
  readonly episode: number
}

export const episodeId = ({ use, iteration, slot, episode }: EpisodeKey): string =>
  `${use}/${iteration}/${slot}/${episode}`
