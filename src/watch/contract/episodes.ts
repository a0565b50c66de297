/** Episodes of an iteration. Types only: the server and its page share them. */

export interface EpisodeSummary {
  readonly episode: string
  readonly use: string
  readonly slot: number
  readonly member: number
  readonly won: boolean
  readonly score: number
  /** How it ended, in words. */
  readonly outcome: string
  /** Actions that were cut off. */
  readonly truncated: number
  readonly steps: number
  /** Mean of the rewards of its steps, so that a quick win is no worse than a slow one; `null` where it has none. */
  readonly reward: number | null
  /** Steps that could not be graded. */
  readonly invalid: number
  /** First step that the expert calls bad; `null` without a bad step or labels. */
  readonly firstBad: number | null
}

export interface EpisodeList {
  /** Iterations whose episodes are kept, ascending. */
  readonly iterations: readonly number[]
  readonly iteration: number | null
  readonly episodes: readonly EpisodeSummary[]
}

export interface EpisodeVerdict {
  readonly value: -1 | 0 | 1
  readonly reason: string
}

export interface EpisodeTest {
  readonly text: string
  readonly passedByCorrect: number | null
  readonly passedByIncorrect: number | null
}

export interface ShownStep {
  readonly step: number
  readonly agent: string
  readonly action: string
  readonly observation: string
  readonly good: boolean | null
  readonly goodReason: string | null
  readonly verdicts: readonly EpisodeVerdict[]
  readonly tests: readonly EpisodeTest[]
  readonly invalid: string | null
  readonly reward: number | null
  readonly advantage: number | null
  /** The screen before the action as HTML without scripts; `null` where the world has none. */
  readonly screen: string | null
}

export interface EpisodeDetail {
  readonly episode: string
  readonly iteration: number
  readonly slot: number
  readonly won: boolean
  readonly score: number
  /** The task in one sentence; `null` where the world is not at hand. */
  readonly goal: string | null
  readonly opening: string
  readonly steps: readonly ShownStep[]
  /** The screen after the last step. */
  readonly lastScreen: string | null
  /** Why there are no screens though the world has some. */
  readonly notes: readonly string[]
}
