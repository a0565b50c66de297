import type { SystemEvent } from '../runtime/supervision/system-event.ts'
import type { RunConfig } from '../config/config.ts'
import type { Measure, MeasuredValues } from '../contracts/measure.ts'
import type { Success } from '../contracts/metrics.ts'

export interface WarmStartOptions {
  /** Seed, world, engine, sampling and the final measurements; its schedule is not used. */
  readonly config: RunConfig
  /** Folder that receives `policy/` and `reward-model/`; refused if there is something in it. */
  readonly out: string
  /** Preset of the world that the recipe lies over, by its name; `null`, or left out, is the default one. */
  readonly preset?: string | null
  /** Changes to the recipe of the world's preset, or else of household's starters; checked by `parseWarmStartRecipe`. */
  readonly recipe?: unknown
  /** Models of random weights, trained on nothing: to learn from reward alone. Left out, so where the world has no expert. */
  readonly random?: boolean
  readonly signal?: AbortSignal
}

export type WarmStartEvent =
  | {
      readonly kind: 'progress'
      readonly model: 'policy' | 'reward-model'
      readonly done: number
      readonly total: number
      /** Mean over tokens of the last batch, nats. */
      readonly loss: number | null
    }
  | {
      readonly kind: 'measured'
      readonly evaluations: readonly Success[]
      readonly measures: MeasuredValues
      /** Their measures. */
      readonly described: readonly Measure[]
    }
  | {
      readonly kind: 'saved'
      readonly policy: string
      readonly rewardModel: string
      /** Whether their weights are random. */
      readonly random: boolean
    }
  | SystemEvent
