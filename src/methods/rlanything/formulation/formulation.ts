/** The parts of a formulation: from outcomes, votes and accuracies to training signals. Types only. */
import type { Outcome, Vote } from '../../../reward/votes.ts'
import type { Objective } from '../../../losses/objective.ts'
import type { Change } from '../../../curriculum/acceptance/change.ts'

/** One episode of a group, as a formulation sees it. */
export interface GroupEpisode {
  readonly outcome: Outcome
  /** Share of the task's requirements that were met, in [0, 1]; 1 exactly where the episode succeeded. */
  readonly score: number
  /** [steps][m], m ≥ 1; `null` where the step signal could not be computed. */
  readonly votes: readonly (readonly Vote[] | null)[]
  /** The same of soft votes, in [−1, 1]; left out where there are none. Who reads them claims `soft`. */
  readonly softVotes?: readonly (readonly number[] | null)[]
  /** [steps] the world's name of the state before each step, else the policy's input; equal texts are equal situations. */
  readonly anchorObservations: readonly string[]
}

/** The step that votes are about. */
export interface VotedStep {
  /** Its episode's index in `group`. */
  readonly episode: number
  readonly step: number
  readonly group: readonly GroupEpisode[]
  readonly progress: TrainingProgress
}

/** When in a run. */
export interface TrainingProgress {
  /** Counting from 1. */
  readonly iteration: number
  readonly iterations: number
}

/** [episodes][steps], ragged; `null` where a step has none, as its signal could not be computed. */
export type ByStep = readonly (readonly (number | null)[])[]

/** [episodes][steps][m], ragged; no votes where they could not be computed. */
export type ByVote = readonly (readonly (readonly number[])[])[]

/** Claims of a formulation, which laws check. */
export interface Claims {
  /** The protocol of its reward model, if it is made for one alone: laws about the other are skipped. */
  readonly writes?: 'votes' | 'tests'
  /** λ, if the reward of a step is the integrated one: R_i = O + (λ/m) Σ_j S_ij. */
  readonly lambda?: number
  /** Whether `stepReward` takes `softVotes` in the place of votes: it is then the mean of the rewards of votes drawn by them. */
  readonly soft?: boolean
  /** The range of every reward of a step. */
  readonly rewardRange?: readonly [low: number, high: number]
  /**
   * Over which set the policy's advantages have mean 0 (`episodes`: each has one for all its steps); with `unit`, also variance 1, or all
   * are 0.
   */
  readonly policy?: { readonly over: 'step-index' | 'episodes'; readonly unit: boolean }
  /**
   * The steps that the outcome is in the reward of, if not whole in each, or less the further from the end: the last alone, and
   * advantages carry it back; or they share it, and it is the same in all however many there are.
   */
  readonly outcome?: 'last-step' | 'shared'
  /** What its loss is over the tokens of a sample; each has a bias, see docs/formulations.md. */
  readonly overTokens?: 'mean' | 'sum'
  /**
   * The truth that a vote is paid for agreeing with, if not the reward of its step: the outcome of its episode, or how that compares with
   * the outcomes of the group.
   */
  readonly truth?: 'outcome' | 'group'
  /** Over which set the reward model's advantages have mean 0 and variance 1 (or all are 0). */
  readonly votes?: { readonly over: 'step' | 'step-index' | 'task' }
}

/**
 * A reward formulation: how outcomes and votes become training signals of the policy, the reward model and the tasks.
 * Every part is optional; where one is left out, the configuration's is used (the paper's formula). All parts are pure:
 * the same input gives the same result at any time and in any order, and is left as it was. Stable, version 1: docs/architecture.md.
 */
export interface Formulation {
  /** For tables and errors. */
  readonly name: string
  /** R_i: the policy's reward for a step whose votes could be computed; finite. */
  readonly stepReward?: (episode: GroupEpisode, step: number, progress: TrainingProgress) => number
  /** A of every action of a group, of the shape of the rewards, `null` where the reward is. */
  readonly advantages?: (rewards: ByStep, group: readonly GroupEpisode[], progress: TrainingProgress) => ByStep
  /** R(S_ij) of the votes on one step, [m], from its R_i and the group's episodes. */
  readonly voteRewards?: (reward: number, votes: readonly Vote[], outcome: Outcome, at: VotedStep) => readonly number[]
  /**
   * R of every unit test written for one task, [tests]; `null` where nothing is known of a test.
   *
   * @param correct [programs] whether each program of the group passes all hidden tests.
   * @param passes [tests][programs] whether each program passes each test.
   */
  readonly testRewards?: (
    correct: readonly boolean[],
    passes: readonly (readonly boolean[])[],
  ) => readonly (number | null)[]
  /** A of every vote on a group, or of every test written for it, of the shape of the rewards. */
  readonly voteAdvantages?: (rewards: ByVote) => ByVote
  /** Whether a proposed task takes the current one's place. */
  readonly accepts?: (change: Change) => boolean
  /** The loss of both models, as coefficients on log-probabilities. */
  readonly objective?: Objective
  readonly claims?: Claims
}

/** The parts of a formulation. */
export type Part =
  | 'stepReward'
  | 'advantages'
  | 'voteRewards'
  | 'testRewards'
  | 'voteAdvantages'
  | 'accepts'
  | 'objective'

/** A formulation with every part but the loss. */
export type Formulas = Readonly<Required<Omit<Formulation, 'objective'>>>

/** A formulation with nothing left out: all that a run takes from it, and all that a law is checked on. */
export interface CompleteFormulation extends Formulas {
  /** The objective of each model. */
  readonly objectives: Readonly<Record<'policy' | 'rewardModel', Objective>>
  /** The parts that it was made with; the others are those of the configuration. */
  readonly given: readonly Part[]
}
