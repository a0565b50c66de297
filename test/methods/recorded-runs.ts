/** What tiny runs of all methods leave behind, as `test/fixtures/methods/recorded.json` keeps it. */
import { join } from 'node:path'
import { trainRun } from '../../src/run/train.ts'
import { eventsOf, remains, tinyConfig, tinyStarters } from '../run/tiny-run.ts'
import { present } from '../fixtures/present.ts'
import { tinyMethods } from './tiny-methods.ts'

export const recordedFile = 'test/fixtures/methods/recorded.json'

export interface RecordedRun {
  /** By path within a line of metrics.jsonl: its value in each iteration, `undefined` read as `null`. */
  readonly metrics: Readonly<Record<string, readonly unknown[]>>
  /** SHA-256 of weights and optimisers of the last checkpoint, by path. */
  readonly models: Readonly<Record<string, string>>
  readonly tasks: readonly unknown[]
}

/** @param folder where the run is played. */
export async function recordedRun(method: string, folder: string): Promise<RecordedRun> {
  const { changes, language } = present(tinyMethods[method])
  const config = tinyConfig(await tinyStarters(folder, language), { ...changes, method })
  const directory = join(folder, 'run')
  await eventsOf(trainRun({ config, directory, inThread: true }))
  const { metrics, models, tasks } = await remains(directory)
  const lines = (metrics as readonly object[]).map(line => new Map(leaves(line)))
  const paths = [...new Set(lines.flatMap(line => [...line.keys()]))]
  return {
    metrics: Object.fromEntries(paths.map(path => [path, lines.map(line => line.get(path) ?? null)])),
    models: Object.fromEntries((models as [readonly string[], string][]).map(([path, hash]) => [path.join('/'), hash])),
    tasks: (tasks as string).split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line) as unknown])),
  }
}

/** Each value within a value that holds no others, with the path to it. */
function leaves(value: unknown, path: readonly string[] = []): [path: string, leaf: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path.join(' '), value]]
  return Object.entries(value).flatMap(([key, part]) => leaves(part, [...path, key]))
}
