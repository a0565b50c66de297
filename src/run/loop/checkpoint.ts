/** The contents of a checkpoint: every model with its optimiser, and `LoopState`. With the lineage a run resumes bit-identically. */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isTemporary } from '../../files/atomic.ts'
import type { ModelSources } from '../../methods/method.ts'
import { loadModels } from '../actors/load-models.ts'
import type { StoredModels } from '../actors/stored-model.ts'
import type { Summary } from '../events/events.ts'
import type { IterationMetrics } from '../../contracts/metrics.ts'
import { shortened } from '../../text/preview.ts'

/** The contents of state.json. */
export interface LoopState {
  /** The method's own. @see MethodProgram.save */
  readonly method: unknown
  /** Measured before the first iteration. */
  readonly before: Summary
  /** Of the iteration that the checkpoint ends, whose line is written after it; `null` if all lines were written before. */
  readonly metrics: IterationMetrics | null
}

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
 * @param sources of the models that the method needs: those in folders are read from the checkpoint instead.
 * @throws {RangeError} if the checkpoint's state is not one; what `loadModels` throws.
 */
export async function loadCheckpoint(
  folder: string,
  sources: ModelSources,
): Promise<{ models: StoredModels; state: LoopState }> {
  const text = await readFile(join(folder, 'state.json'), 'utf8')
  const parsed = stateSchema.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new RangeError(`${folder}/state.json is not the state of a run: ${shortened(z.prettifyError(parsed.error))}`)
  const kept = Object.entries(sources).map(
    ([name, source]) => [name, typeof source === 'string' ? join(folder, name) : source] as const,
  )
  const models = await loadModels(Object.fromEntries(kept))
  /* The manifest's checksum has shown that this file is the one that was written: the schema guards against other versions. */
  return { models, state: parsed.data as unknown as LoopState }
}
