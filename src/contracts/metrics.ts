/** One line of metrics.jsonl. Everything but `time` and `speed` is a function of the configuration and the seed. */
import type { ProposalRefusals } from './worlds/task-proposals.ts'
import type { DeviceUse, ServiceUse } from './models/device-usage.ts'

/** Success share of the policy on tasks of one split, under one temperature. */
export interface Success {
  readonly split: string
  /** 0 is greedy. */
  readonly temperature: number
  readonly tasks: number
  /** In [0, 1]. */
  readonly rate: number
  /** Share of its answers that `maxTokens` cut off. Runs of older versions have none. */
  readonly truncated?: number
  /** A character a task of the split, in their order: 1 won, 0 lost, - could not be played. Runs of older versions have none. */
  readonly wins?: string
  /** Of the tasks, in their order: equal digests are equal tasks. Runs of older versions have none. */
  readonly digest?: string
}

/** How good the reward model is, by what it writes: votes on steps, or unit tests. */
export type JudgeQuality = VerdictQuality | UnitTestQuality

/** How good the votes are. Shares in [0, 1]; `null` where there was nothing to measure. */
export interface VerdictQuality {
  readonly kind: 'verdicts'
  /** Majority of votes against the oracle's labels. */
  readonly process: number | null
  /** Mean of the accuracies on good and on bad steps. */
  readonly processBalanced: number | null
  /** Majority over an episode's votes against its outcome. */
  readonly outcome: number | null
  /** Share of votes without a single clear verdict. */
  readonly malformed: number
  /** Share of steps whose votes all agree. */
  readonly unanimous: number
  /** P(vote = 1 | step of a won episode), P(vote = −1 | step of a lost one), their sum. */
  readonly pPlus: number | null
  readonly pMinus: number | null
  readonly mu: number | null
  /** Share of pairs of a step of a won and one of a lost episode in which the first has the higher mean vote; as p₊ and p₋ predict it. */
  readonly precision: number | null
  readonly precisionPredicted: number | null
  /** ‖f₊‖ and ‖f₋‖ over steps, by λ of the run: how much won and lost ones teach the reward model. */
  readonly normPlus: number | null
  readonly normMinus: number | null
  /** On the probe only. Runs of older versions have none. */
  readonly tallies?: VerdictTallies
}

/**
 * The counts that shares of votes are ratios of, by task of the probe: [tasks] each, in their order, 0 where nothing could be
 * played or judged. Two measurements of one run count the same tasks, so that their difference has a standard error.
 */
export interface VerdictTallies {
  /** Steps that the oracle calls good, and those of them whose majority is +. */
  readonly good: readonly number[]
  readonly goodRight: readonly number[]
  /** Steps that it calls bad, and those of them whose majority is −. */
  readonly bad: readonly number[]
  readonly badRight: readonly number[]
  /** Episodes with a vote, and those whose majority of all votes is their outcome. */
  readonly episodes: readonly number[]
  readonly outcomeRight: readonly number[]
  /** Votes on steps of won episodes, and those of them that are +. */
  readonly wonVotes: readonly number[]
  readonly wonPlus: readonly number[]
  /** Votes on steps of lost episodes, and those of them that are −. */
  readonly lostVotes: readonly number[]
  readonly lostMinus: readonly number[]
}

/**
 * How good the programs and the tests written for them are. Shares in [0, 1]; `null` where there was nothing to measure. A
 * program is correct if it passes all hidden tests; a test fails every program where it is no test.
 */
export interface UnitTestQuality {
  readonly kind: 'unit-tests'
  /** Share of programs that are correct. */
  readonly code: number | null
  /** Share of tests that every correct program of their task passes; and that every incorrect one fails besides. */
  readonly unitTest: number | null
  readonly detect: number | null
  /** P(a correct program passes a test), P(an incorrect one fails it), and their sum less 1: 0 is chance, 1 perfect. */
  readonly pCorrect: number | null
  readonly pDetect: number | null
  readonly margin: number | null
  /** Share of the texts written that are no test. */
  readonly malformed: number
  /** Texts written. */
  readonly tests: number
  /** On the probe only. Runs of older versions have none. */
  readonly tallies?: UnitTestTallies
}

/** As `VerdictTallies`, of the programs and tests of each task. */
export interface UnitTestTallies {
  /** Programs, and those of them that are correct. */
  readonly programs: readonly number[]
  readonly correct: readonly number[]
  /** Tests that were run; those that every correct program passes; those that every incorrect one fails besides. */
  readonly tests: readonly number[]
  readonly valid: readonly number[]
  readonly sharp: readonly number[]
  /** Pairs of a test and a correct program that passes it, and of a test and an incorrect program that fails it. */
  readonly passedByCorrect: readonly number[]
  readonly failedByIncorrect: readonly number[]
}

/** The training of one model in one iteration. */
export interface TrainingMetrics {
  /** Samples trained on (actions or votes), and dropped by reason. */
  readonly samples: number
  readonly dropped: Readonly<Record<string, number>>
  /** Of samples trained on, trainings of the model since they were drawn; mean `null` without samples. */
  readonly meanStaleness: number | null
  readonly largestStaleness: number
  /** Mean truncated importance ratio of the samples that older weights drew; `null` without any. */
  readonly meanRatio: number | null
  /**
   * Training–inference mismatch: root mean square, over tokens that the present weights drew, of the difference between the
   * log-probability recorded in sampling and that of training's forward pass, nats; `null` where it was not measured.
   */
  readonly mismatch: number | null
  readonly updates: number
  /** Mean over samples, nats. */
  readonly loss: number | null
  /** Mean over tokens, nats. */
  readonly kl: number | null
  /** Share of tokens at which the clip was active. */
  readonly clipShare: number | null
  /** Of the distributions that the tokens were drawn from, at temperature 1, as they were at the update; mean over tokens, nats. */
  readonly entropy: number | null
  /** L2 norm before clipping, mean over the updates. */
  readonly gradientNorm: number | null
  /** Share of the tokens computed with that only fill up a batch. */
  readonly paddingShare: number | null
  readonly learningRate: number
}

/** What was measured of the training of one model; of a model that a method trains by itself perhaps not all. */
export type ModelMetrics = { readonly [Name in keyof AnsweringMetrics]?: AnsweringMetrics[Name] | undefined }

interface AnsweringMetrics extends TrainingMetrics {
  /** Share of its answers, in all that was played, that its `maxTokens` cut off; `null` without answers. */
  readonly truncated: number | null
}

/** By the name of the model on the engine. */
export type TrainedModels = Readonly<Record<string, ModelMetrics>> & { readonly policy: ModelMetrics & TrainingMetrics }

export interface AdaptationMetrics {
  /** Tasks outside the band, proposals made, decided on and accepted in this iteration. */
  readonly outside: number
  /** Searches for a proposal that broke off: a world that throws or never ends. */
  readonly failed: number
  /** Proposals of a language model that came to nothing, by reason; left out where none is asked, or none was refused. */
  readonly refused?: ProposalRefusals
  readonly proposed: number
  readonly decided: number
  readonly accepted: number
  /** Accepted since the run began, by direction. */
  readonly acceptedHarder: number
  readonly acceptedEasier: number
}

/** Tasks accepted since the run began, both directions together; 0 where tasks stay as they are. */
export const acceptedTasks = (adaptation: AdaptationMetrics | null): number =>
  adaptation === null ? 0 : adaptation.acceptedHarder + adaptation.acceptedEasier

/** Wall time of one iteration, milliseconds, by what it was spent on. */
export type IterationTime = Readonly<Record<string, number>> & {
  readonly total: number
  /** Of this, until the episodes to train on were there. */
  readonly waiting: number
}

/** Milliseconds of an iteration without its evaluation and checkpoint. */
export const trainingMs = ({ total, evaluation = 0, checkpoint = 0 }: IterationTime): number =>
  total - evaluation - checkpoint

/** How fast an iteration was, evaluation and checkpoint left out. */
export interface IterationSpeed {
  /** World steps, and tokens that models read and wrote in episodes. */
  readonly stepsPerSecond: number
  readonly tokensPerSecond: number
  /** Share of the time in which the device worked. */
  readonly deviceShare: number
  /** Share of the time in which it worked or something waited for it that it worked; `null` if it did nothing. */
  readonly deviceUse: number | null
  readonly device: readonly DeviceUse[]
  /** Use of services and servers; left out where there is none. */
  readonly services?: readonly ServiceUse[]
}

export interface IterationMetrics {
  /** From 1. */
  readonly iteration: number
  /** Played, of training and proposed tasks; and those that could not be played or judged. */
  readonly episodes: number
  readonly invalid: number
  /** Steps of the played ones whose votes could not be computed. */
  readonly invalidSteps: number
  readonly steps: number
  /** Success share, mean length (steps) and mean share of steps the oracle calls good (`null` without labels), over training episodes. */
  readonly success: number
  readonly meanSteps: number
  readonly goodSteps: number | null
  /** Mean share of the task's requirements that were met, over training episodes; as `success` where that is all or nothing. */
  readonly score: number
  /** Share of the training episodes that the step limit cut off, neither won nor lost in the world. Runs of older versions have none. */
  readonly truncatedEpisodes?: number
  readonly models: TrainedModels
  /** These two are `null` where the method has no reward model, or leaves tasks as they are. */
  readonly judge: JudgeQuality | null
  readonly adaptation: AdaptationMetrics | null
  /** Of the method itself, by name, e.g. its baseline; finite, `null` where there was nothing to measure. Left out where it has none. */
  readonly own?: Readonly<Record<string, number | null>>
  /** Empty but at evaluations. */
  readonly evaluations: readonly Success[]
  /** The judge on the fixed probe episodes; `null` but at evaluations. */
  readonly probe: JudgeQuality | null
  readonly time: IterationTime
  readonly speed: IterationSpeed
}
