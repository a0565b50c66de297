/** The runs as the page lists them. Types only: the server and its page share them. */
import type { HealthLevel, Measure } from '../../contracts/measure.ts'

/** `stopped`: no process uses the folder, and the run has not made all of its iterations: killed, or interrupted. */
export type WatchedState = 'running' | 'finished' | 'stopped' | 'unreadable'

export interface HealthCheck {
  /** Id of the measure that it watches, which has its bounds. */
  readonly measure: string
  readonly value: number | null
  readonly level: HealthLevel
}

export interface WatchedRun {
  /** Its name in links: that of its folder, or the whole path where two have one name. */
  readonly id: string
  readonly directory: string
  readonly state: WatchedState
  /** Why it is unreadable, and its unreadable parts; in sentences. */
  readonly notes: readonly string[]
  /** Words with # of its notes.md. */
  readonly tags: readonly string[]
  readonly arm: string
  readonly seed: number | null
  readonly environment: string
  readonly method: string
  /** Whether its tasks change. */
  readonly adapts: boolean
  /** Iterations made, and to be made; the latter `null` where that is not known. */
  readonly made: number
  readonly iterations: number | null
  /** Share of metrics.jsonl that has been read, in [0, 1]. */
  readonly read: number
  readonly healthChecks: readonly HealthCheck[]
}

/** A setting that is not the same in all arms. */
export interface SettingRow {
  readonly path: string
  /** [A] as JSON; `null` where an arm has no such setting. */
  readonly values: readonly (string | null)[]
}

export interface Overview {
  /** Those that run first, then the newest. */
  readonly runs: readonly WatchedRun[]
  /** Ids of those that are drawn where none is chosen: the first that can be read, with the other seeds of its settings. */
  readonly drawn: readonly string[]
  /** [A] runs with equal settings except for the seed, in the order of their first runs. */
  readonly arms: readonly string[]
  readonly settings: readonly SettingRow[]
  /** In the order in which they are shown. */
  readonly measures: readonly Measure[]
}
