/** A run's expected requests, before it is begun. Types only. */
import type { RunConfig } from '../../config/config.ts'
import type { EngineRates } from '../../engine/doctor/rates.ts'

export interface DryRunOptions {
  readonly config: RunConfig
  /** As `train` takes it. */
  readonly formulation?: unknown
  /** Of the engine of the run, as `doctor` tells them. */
  readonly rates?: EngineRates
  /** Folder of an earlier run on the same machine and services: its times are those of this run, by its tokens and turns. */
  readonly like?: string
}

/** An amount that is not known before a run: an estimate, and a bound. `about` ≤ `most`, both at least 0. */
export interface Amount {
  /** By the episodes that were tried. */
  readonly about: number
  /** Never exceeded while nothing has to be done again. */
  readonly most: number
}

/** The work of one model, over an iteration or a measurement. */
export interface ModelWork {
  /** Turns at which it is asked, and the samples drawn there. */
  readonly requests: Amount
  readonly samples: Amount
  /** Tokens that are new to it, those of whole contexts, and those that it writes. */
  readonly read: Amount
  readonly prompts: Amount
  readonly written: Amount
  /** Tokens of log-probabilities before the first update; of a service also of the pass in which a loss is computed. */
  readonly scored: Amount
  /** Tokens of forward and backward passes. */
  readonly trained: Amount
  readonly updates: Amount
}

/** Where a model is. `service` trains elsewhere, `server` only samples. */
export type ModelPlace = 'here' | 'service' | 'server'

export interface ModelForecast {
  readonly model: string
  readonly place: ModelPlace
  readonly isTrained: boolean
  /** Longest context, tokens. */
  readonly contextTokens: number
  readonly iteration: ModelWork
  /** Of one measurement of policy and reward model. */
  readonly evaluation: ModelWork
  /** Once, before the first iteration. */
  readonly once: ModelWork
  /** Requests to it at once. */
  readonly underWay: Amount
  /** Requests for samples over the network in an iteration, without retries; `null` of a model that is here. */
  readonly calls: Amount | null
  /** `null` of a server, whose model is not known here. */
  readonly size: ModelSize | null
}

export interface ModelSize {
  readonly parameters: number
  readonly trained: number
  /** Weights, gradients and moments, bytes; of a service those of the adapter, and the weights as 16-bit numbers. */
  readonly bytes: number
  /** Keys and values of contexts as long as they are at the end, bytes: of the episodes at once here, of the requests at once on a service, there as 16-bit numbers. */
  readonly cache: Amount
  /** One checkpoint of it, bytes. */
  readonly checkpoint: number
}

/** How the estimates were come by. */
export interface TriedSummary {
  readonly tasks: number
  readonly episodes: number
  /** Of these, by model, how many are longer than its context. */
  readonly tooLong: Readonly<Record<string, number>>
  /** Mean turns of an episode, and the largest step limit of the tasks. */
  readonly turns: number
  readonly limit: number
}

/** About, in seconds; by the rates of an engine of what models that are here compute alone. */
export interface TimeForecast {
  /** The episodes of an iteration, and the training on them. */
  readonly rollout: number
  readonly training: number
  /** From one iteration to the next. */
  readonly iteration: number
  /** Shares of it in which no episode is played, and nothing is trained. */
  readonly samplerIdle: number
  readonly trainerIdle: number
  /** All iterations and measurements. */
  readonly run: number
  /** The fewest episodes at once (`null` where only the engine takes time) and iterations ahead beyond which an iteration becomes no shorter. */
  readonly best: { readonly atOnce: number | null; readonly staleness: number }
}

export interface Forecast {
  readonly world: string
  readonly method: string
  readonly iterations: number
  readonly trial: TriedSummary
  /** Groups an iteration: of drawn tasks, and of proposed ones. */
  readonly drawn: number
  readonly proposed: Amount
  readonly episodesPerGroup: number
  /** In an iteration; their turns; and how many are played at once. */
  readonly episodes: Amount
  readonly turns: Amount
  readonly atOnce: Amount
  /** Measurements over the run, and the episodes of one. */
  readonly evaluations: number
  readonly evaluationEpisodes: number
  readonly models: readonly ModelForecast[]
  /** Ids, log-probabilities and texts of the episodes of an iteration, bytes. */
  readonly episodeBytes: Amount
  /** Checkpoints that are kept: here, and on a service, bytes. */
  readonly disk: number
  readonly remoteDisk: number
  /** `null` without rates or an earlier run. */
  readonly time: TimeForecast | null
  /** Omissions and assumptions of an estimate, in sentences. */
  readonly notes: readonly string[]
}
