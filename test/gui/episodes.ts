/** Episodes of MiniWoB that real BrowserGym recorded, if they lie beside the project. */
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export interface RecordedStep {
  /** `null` of the opening. */
  readonly action: string | null
  readonly axtree: string
  readonly axtreeGeneric: string
  readonly clickable: readonly string[]
  readonly focused: string
  /** First line, e.g. `TimeoutError: …`; empty where nothing failed. */
  readonly error: string
  readonly reward: number
  readonly rawReward: number | null
  readonly done: boolean
  readonly taskError?: string
}

export interface RecordedEpisode {
  readonly task: string
  /** Handed to `Math.seedrandom` as a number. */
  readonly miniwobSeed: number
  readonly mode: 'expert' | 'slips' | 'random'
  readonly goal: string
  readonly steps: readonly RecordedStep[]
}

const file = '../shared/conformance/gui-episodes.jsonl.gz'

/** The recordings, none where there is no such file. */
export function recordedEpisodes(): readonly RecordedEpisode[] {
  if (!existsSync(file)) return []
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  return lines.map(line => JSON.parse(line) as RecordedEpisode)
}
