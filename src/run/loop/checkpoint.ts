/** The contents of a checkpoint: every model with its optimiser, and `LoopState`. With the lineage a run resumes bit-identically. */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ModelConfig } from '../../contracts/model-config.ts'
import type { ModelReference } from '../../contracts/model-reference.ts'
import { isTemporary } from '../../files/atomic.ts'
import { loadModelConfig, loadTokenizerJson } from '../../model/checkpoint.ts'
import { loadTokenizer } from '../../model/tokenizer/load-tokenizer.ts'
import type { Summary } from '../events.ts'
import type { IterationMetrics } from '../../contracts/metrics.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { shortened } from '../../text/shown.ts'

/** What goes into state.json. */
export interface LoopState {
  /** The method's own. @see MethodProgram.save */
  readonly method: unknown
  /** Measured before the first iteration. */
  readonly before: Summary
  /** Of the iteration that the checkpoint ends, whose line is written after it; `null` if all lines were written before. */
  readonly metrics: IterationMetrics | null
}

/** A model that is not loaded yet, with the tokenizer it was trained with. */
export interface StoredModel {
  readonly reference: ModelReference
  readonly config: ModelConfig
  readonly tokenizer: string
}

/** By the name of the model on the engine, which is also that of its folder. */
export type StoredModels = Readonly<Record<string, StoredModel>>

/** Fills a checkpoint's folder. @param save writes one model's folder. */
export async function saveCheckpoint(
  folder: string,
  models: readonly string[],
  save: (model: string, folder: string) => Promise<void>,
  state: LoopState,
): Promise<void> {
  for (const name of models) await save(name, join(folder, name))
  /* Begun by an engine that died over it; the next one began anew. */
  for (const name of await readdir(folder)) if (isTemporary(name)) await rm(join(folder, name), { recursive: true })
  await writeFile(join(folder, 'state.json'), `${JSON.stringify(state)}\n`)
}

const stateSchema = z.object({
  method: z.unknown(),
  before: z.looseObject({ iteration: z.int() }),
  metrics: z.looseObject({ iteration: z.int() }).nullable(),
})

/**
 * @param names of the models that the method trains.
 * @throws {RangeError} if the checkpoint's state is not one; what `loadStored` throws.
 */
export async function loadCheckpoint(
  folder: string,
  names: readonly string[],
): Promise<{ models: StoredModels; state: LoopState }> {
  const text = await readFile(join(folder, 'state.json'), 'utf8')
  const parsed = stateSchema.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new RangeError(`${folder}/state.json is not the state of a run: ${shortened(z.prettifyError(parsed.error))}`)
  const models = await loadAll(Object.fromEntries(names.map(name => [name, join(folder, name)])))
  /* The manifest's checksum has shown that this file is the one that was written: the schema guards against other versions. */
  return { models, state: parsed.data as unknown as LoopState }
}

/** @param folders by the name of the model. */
export async function loadAll(folders: Readonly<Record<string, string>>): Promise<StoredModels> {
  const loaded = Object.entries(folders).map(async ([name, folder]) => [name, await loadStored(folder)] as const)
  return Object.fromEntries(await Promise.all(loaded))
}

/**
 * A model's folder, as saved by a run, a warm start or another program of the same kind. Its weights are read by the engine
 * that loads it, and refused there.
 *
 * @throws {RangeError} if its config.json or tokenizer.json is missing or wrong, or the tokenizer gives ids that the model does not have.
 */
export async function loadStored(folder: string): Promise<StoredModel> {
  const config = await loadModelConfig(folder)
  const tokenizer = await loadTokenizerJson(folder)
  const vocabulary = config.vocab_size
  const size = sizeOf(tokenizer, folder)
  if (size > vocabulary)
    throw new RangeError(
      `${folder}: tokenizer.json has ${size} tokens, more than the model's vocab_size of ${vocabulary}`,
    )
  return { reference: { kind: 'folder', path: folder }, config, tokenizer }
}

function sizeOf(tokenizer: string, folder: string): number {
  try {
    return loadTokenizer(tokenizer).size
  } catch (error) {
    const reason = reasonOf(error).replace(/^tokenizer\.json:? /, '')
    throw new RangeError(`${join(folder, 'tokenizer.json')}: ${shortened(reason)}`, { cause: error })
  }
}
