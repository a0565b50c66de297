/** Runs of the whole loop with models and worlds so small that one takes a second. */
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ExecutionContext } from 'ava'
import { filter, lastValueFrom, tap, toArray, type Observable } from 'rxjs'
import type { Environment, Language } from '../../src/contracts/worlds/environment.ts'
import { verdicts } from '../../src/reward/verdicts/verdict-text.ts'
import { loadEnvironment } from '../../src/rollout/load-environment.ts'
import { derive, rootKey } from '../../src/math/random.ts'
import { saveModel } from '../../src/model/checkpoint.ts'
import { initialise } from '../../src/model/tensors/initialise.ts'
import { buildTokenizerJson } from '../../src/model/tokenizer/tokenizer-json.ts'
import { loadTokenizer } from '../../src/model/tokenizer/load-tokenizer.ts'
import { keptConfig, type RunConfig } from '../../src/config/config.ts'
import { laidOver } from '../../src/config/tree.ts'
import type { RlanythingConfig } from '../../src/methods/rlanything/settings.ts'
import { shippedMethod } from '../../src/methods/registry/registry.ts'
import { parseRunConfig, withoutOthers } from '../../src/methods/registry/run-config.ts'

import type { TrainingEvent } from '../../src/run/events/events.ts'
import type { IterationMetrics, TrainingMetrics } from '../../src/contracts/metrics.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { textIfThere } from '../../src/run/directory/records/lines.ts'
import { trainRun } from '../../src/run/train.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import colours from '../fixtures/worlds/colours.ts'

export const coloursModule = fileURLToPath(new URL('../fixtures/worlds/colours.js', import.meta.url))

/** The world as a run loads it. */
export const coloursWorld = (): Promise<Environment<unknown, unknown>> =>
  loadEnvironment({ module: pathToFileURL(coloursModule).href, options: {} })

export type Starters = RlanythingConfig['starters']

/** Random models that speak a world's language. @returns their folders. */
export async function tinyStarters(folder: string, language: Language = colours().language): Promise<Starters> {
  const json = buildTokenizerJson(language, Object.values(verdicts))
  const shape = {
    vocab_size: loadTokenizer(json).size,
    hidden_size: 16,
    intermediate_size: 24,
    num_hidden_layers: 1,
    num_attention_heads: 2,
    num_key_value_heads: 1,
    max_position_embeddings: 512,
    rms_norm_eps: 1e-6,
    rope_theta: 10_000,
    tie_word_embeddings: true,
  }
  const starters = { policy: join(folder, 'policy'), rewardModel: join(folder, 'reward-model') }
  for (const path of Object.values(starters))
    await saveModel(path, initialise(shape, derive(rootKey(7), path.slice(-6))), { tokenizer: json })
  return starters
}

/** A configuration as a test writes it: what it leaves out is the tiny run's. */
export type Changes = {
  readonly [Key in keyof RlanythingConfig]?: RlanythingConfig[Key] extends object
    ? Partial<RlanythingConfig[Key]>
    : RlanythingConfig[Key]
} & { readonly methodOptions?: object }

/** A run of 4 slots, 2 tasks of 3 episodes an iteration, in the world of colours. */
export function tinyConfig(
  starters: RunConfig['starters'] & { readonly rewardModel?: string | null },
  changes: Changes = {},
): RunConfig {
  const { method = 'rlanything' } = changes
  const usual = {
    method,
    iterations: 3,
    environment: { name: coloursModule },
    engine: { threads: 1 },
    starters: { policy: starters.policy },
    tasks: { slots: 4, perIteration: 2, episodes: 3 },
    policy: { maxTokens: 3, minibatches: 2, learningRate: 1e-2 },
    evaluation: { every: 2, tasks: 2 },
    checkpoint: { every: 1 },
  }
  if (method.includes('/')) return keptConfig(laidOver(usual, changes))
  const ofVotes = {
    starters,
    rewardModel: { maxTokens: 3, minibatches: 2, learningRate: 1e-2, filter: [0, 1] },
    evaluation: { probeTasks: 2 },
  }
  return parseRunConfig(laidOver(withoutOthers(shippedMethod(method), laidOver(usual, ofVotes)), changes))
}

/** Watches a run to its end. @returns its events, except for warnings that answers were cut off. */
export const eventsOf = (
  run: Observable<TrainingEvent>,
  watch: (event: TrainingEvent) => void = () => {},
): Promise<readonly TrainingEvent[]> => lastValueFrom(run.pipe(tap(watch), filter(isOfOthers), toArray()))

/** Random models end none of their few tokens: that answers are cut off is said of every tiny run. */
const isOfOthers = (event: TrainingEvent): boolean =>
  event.kind !== 'warning' || !/ of the answers of .* were cut off at /.test(event.text)

/** All that a run leaves behind but what depends on the clock. */
export async function remains(directory: string): Promise<Readonly<Record<string, unknown>>> {
  const text = (...path: readonly string[]) => readFile(join(directory, ...path), 'utf8')
  const checkpoint = ['checkpoints', (await readdir(join(directory, 'checkpoints'))).sort().at(-1) ?? '']
  const models = (await readdir(join(directory, ...checkpoint), { withFileTypes: true })).filter(entry =>
    entry.isDirectory(),
  )
  const files = await Promise.all(
    models.map(async ({ name }) =>
      (await readdir(join(directory, ...checkpoint, name)))
        .filter(file => file.endsWith('.safetensors'))
        .sort()
        .map(file => [...checkpoint, name, file]),
    ),
  )
  const episodes = (await readdir(join(directory, 'episodes'))).sort()
  const state = JSON.parse(await text(...checkpoint, 'state.json')) as object
  return {
    metrics: (await readMetrics(directory)).map(line => ({ ...line, time: null, speed: null })),
    tasks: await textIfThere(join(directory, 'tasks.jsonl')),
    summary: await text('summary.json'),
    episodes: await Promise.all(episodes.map(async name => [name, await hashOf(join(directory, 'episodes', name))])),
    models: await Promise.all(files.flat().map(async path => [path, await hashOf(join(directory, ...path))])),
    state: { ...state, metrics: null },
  }
}

export const readMetrics = async (directory: string): Promise<readonly IterationMetrics[]> =>
  (await readRunDirectory(directory)).readMetrics()

/** What was measured of the training of a model. @throws {Error} if nothing was. */
export function trainingOf({ models }: Pick<IterationMetrics, 'models'>, model: string): TrainingMetrics {
  const found = models[model]
  if (found?.samples === undefined) throw new Error(`there must be a trained ${model}`)
  return found as TrainingMetrics
}

export const rewardModelOf = (line: IterationMetrics): TrainingMetrics => trainingOf(line, 'reward-model')

const hashOf = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

interface Played {
  readonly directory: string
  readonly events: readonly TrainingEvent[]
}

/** Runs a tiny configuration to its end, all actors in the calling thread: the same as in threads, and sooner ready. */
export const played = (t: ExecutionContext, changes: Changes = {}): Promise<Played> => play(t, changes, true)

/** The same in threads, where their deaths or what they do side by side is looked at. */
export const playedInThreads = (t: ExecutionContext, changes: Changes = {}): Promise<Played> => play(t, changes, false)

async function play(t: ExecutionContext, changes: Changes, inThread: boolean): Promise<Played> {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'run')
  const config = tinyConfig(await tinyStarters(folder), changes)
  return { directory, events: await eventsOf(trainRun({ config, directory, inThread })) }
}
