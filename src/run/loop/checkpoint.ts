/** The contents of a checkpoint: every model with its optimiser, and `LoopState`. With the lineage a run resumes bit-identically. */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { isTemporary } from '../../files/atomic.ts'
import type { ModelSources } from '../../methods/method.ts'
import { loadNetwork } from '../../model/network-file.ts'
import { loadModels } from '../actors/load-models.ts'
import type { NetworkStates } from '../actors/networks.ts'
import type { StoredModels } from '../actors/stored-model.ts'
import type { StoreBytes } from '../../store/stores.ts'
import type { Summary } from '../events/events.ts'
import type { IterationMetrics } from '../../contracts/metrics.ts'
import { parsed } from '../../text/parsed.ts'

/** The contents of state.json. */
export interface LoopState {
  /** The method's own. @see MethodProgram.save */
  readonly method: unknown
  /** Measured before the first iteration. */
  readonly before: Summary
  /** Of the iteration that the checkpoint ends, whose line is written after it; `null` if all lines were written before. */
  readonly metrics: IterationMetrics | null
}

interface Contents {
  /** Of models and networks. */
  readonly names: readonly string[]
  /** Writes the folder of one of them. */
  readonly save: (model: string, folder: string) => Promise<void>
  readonly stores: StoreBytes
}

/** Fills a checkpoint's folder. */
export async function saveCheckpoint(
  folder: string,
  { names, save, stores }: Contents,
  state: LoopState,
): Promise<void> {
  for (const name of names) await save(name, join(folder, name))
  /* Begun by an engine that died over it; the next one began anew. */
  for (const name of await readdir(folder)) if (isTemporary(name)) await rm(join(folder, name), { recursive: true })
  for (const [name, bytes] of Object.entries(stores)) await writeFile(join(folder, `${name}${storeEnding}`), bytes)
  await writeFile(join(folder, 'state.json'), `${JSON.stringify(state)}\n`)
}

const storeEnding = '.parquet'

const stateSchema = z.object({
  method: z.unknown(),
  before: z.looseObject({ iteration: z.int() }),
  metrics: z.looseObject({ iteration: z.int() }).nullable(),
})

/**
 * @param networks names of those that the method has.
 * @param sources of the models that the method needs: those in folders are read from the checkpoint instead.
 * @throws {RangeError} if the checkpoint's state is not one; what `loadModels` throws.
 */
export async function loadCheckpoint(
  folder: string,
  sources: ModelSources,
  networks: readonly string[],
): Promise<{ models: StoredModels; networks: NetworkStates; stores: StoreBytes; state: LoopState }> {
  const path = join(folder, 'state.json')
  const found = parsed(path, stateSchema, JSON.parse(await readFile(path, 'utf8')))
  const kept = Object.entries(sources).map(
    ([name, source]) => [name, typeof source === 'string' ? join(folder, name) : source] as const,
  )
  const models = await loadModels(Object.fromEntries(kept))
  /* The manifest's checksum has shown that this file is the one that was written: the schema guards against other versions. */
  const state = found as unknown as LoopState
  const loaded = networks.map(async name => [name, await loadNetwork(join(folder, name))] as const)
  return { models, networks: Object.fromEntries(await Promise.all(loaded)), stores: await storesIn(folder), state }
}

async function storesIn(folder: string): Promise<StoreBytes> {
  const files = (await readdir(folder)).filter(name => name.endsWith(storeEnding))
  const read = files.map(async name => [basename(name, storeEnding), await readFile(join(folder, name))] as const)
  return Object.fromEntries(await Promise.all(read))
}
