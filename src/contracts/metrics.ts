/** One line of metrics.jsonl. Everything but `time` and `speed` is a function of the configuration and the seed. */
import type { RatioOfSums } from '../statistics/ratio-difference.ts'
import type { MeasuredValues } from './measure.ts'
import type { DeviceUse, ServiceUse } from './models/device-usage.ts'

/** Success share of the policy on tasks of one split, under one temperature. */
export interface Success {
  readonly split: string
  /** 0 is greedy. */
  readonly temperature: number
  readonly tasks: number
  /** In [0, 1]. */
  readonly rate: number
  /**
   * Of `k` episodes a task, among the tasks of which all were played: the share of tasks that at least one solves, pass@k, and that
   * of episodes that do, mean@k, which estimates pass@1 more surely than `rate`; both in [0, 1].
   */
  readonly pass?: { readonly k: number; readonly rate: number; readonly mean: number }
  /** Share of its answers that `maxTokens` cut off. */
  readonly truncated?: number
  /** A character a task of the split, in their order: 1 won, 0 lost, - could not be played. */
  readonly wins?: string
  /** Of the tasks, in their order: equal digests are equal tasks. */
  readonly digest?: string
}

/** The training of one model in one iteration; `trainingMeasures` of `learning` explains each number. */
export interface TrainingMetrics {
  readonly samples: number
  /** Samples that were not trained on, by reason. */
  readonly dropped: Readonly<Record<string, number>>
  readonly meanStaleness: number | null
  readonly largestStaleness: number
  readonly meanRatio: number | null
  readonly mismatch: number | null
  readonly updates: number
  readonly loss: number | null
  readonly kl: number | null
  readonly clipShare: number | null
  readonly entropy: number | null
  readonly gradientNorm: number | null
  readonly paddingShare: number | null
  readonly learningRate: number
}

/** The measured training of one model; for a model that a method trains alone perhaps not all of it. */
export type ModelMetrics = { readonly [Name in keyof AnsweringMetrics]?: AnsweringMetrics[Name] | undefined }

export interface AnsweringMetrics extends TrainingMetrics {
  /** Share of its answers, in all that was played, that its `maxTokens` cut off; `null` without answers. */
  readonly truncated: number | null
}

/** By the name of the model on the engine. */
export type TrainedModels = Readonly<Record<string, ModelMetrics>> & { readonly policy: ModelMetrics & TrainingMetrics }

/** Wall time of one iteration, milliseconds, by activity. */
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
  /** Used by the process with all its threads: processor cores on average, memory at the end. Not of runs before they were measured. */
  readonly processorCores?: number
  readonly memoryMiB?: number
  readonly device: readonly DeviceUse[]
  /** Use of services and servers; left out without any. */
  readonly services?: readonly ServiceUse[]
  /** @see DeviceUsage */
  readonly weightBytes?: number
}

/** Results of an evaluation on fixed tasks. */
export interface Evaluated {
  /** Success of the policy on held-out tasks. */
  readonly evaluations: readonly Success[]
  readonly measures: MeasuredValues
  /** By measure that is a sum of ratios: the ratios by task, so that a difference has a standard error; left out if empty. */
  readonly ratios?: MeasuredRatios
}

export type MeasuredRatios = Readonly<Record<string, readonly RatioOfSums[]>>

/** Numbers of the episodes of an iteration; `episodeMeasures` of `run` explains each. */
export interface EpisodeMetrics {
  readonly episodes: number
  readonly invalid: number
  readonly invalidSteps: number
  readonly steps: number
  readonly success: number
  readonly meanSteps: number
  readonly goodSteps: number | null
  readonly score: number
  readonly truncatedEpisodes: number
}

/** `evaluations` are empty and there are no `ratios` but at evaluations. */
export interface IterationMetrics extends EpisodeMetrics, Evaluated {
  /** From 1. */
  readonly iteration: number
  readonly models: TrainedModels
  readonly time: IterationTime
  readonly speed: IterationSpeed
}
