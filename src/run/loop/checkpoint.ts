/** All that a run needs to go on exactly, beside its lineage: both models with their optimisers, and what follows. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ModelState } from '../../contracts/device.ts'
import { loadModel, loadTokenizerJson, saveModel } from '../../model/checkpoint.ts'
import { loadTokenizer } from '../../model/tokenizer/load-tokenizer.ts'
import type { EditMemory } from '../../contracts/edit-memory.ts'
import type { ProbeTask } from '../../methods/rlanything/judge-evaluation.ts'
import type { Summary } from '../events.ts'
import type { IterationMetrics } from '../../contracts/metrics.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { shortened } from '../../text/shown.ts'

/** What goes into state.json. */
export interface LoopState {
  /** Complaint behind each pending proposal, by slot. */
  readonly complaints: Readonly<Record<number, string | null>>
  readonly memory: EditMemory
  readonly probe: readonly ProbeTask[]
  /** Measured before the first iteration. */
  readonly before: Summary
  /** Of the iteration that the checkpoint ends, whose line is written after it; `null` if all lines were written before. */
  readonly metrics: IterationMetrics | null
}

/** A model with the tokenizer it was trained with. */
export interface StoredModel {
  readonly state: ModelState
  readonly tokenizer: string
}

export interface StoredModels {
  readonly policy: StoredModel
  readonly rewardModel: StoredModel
}

type Tokenizers = Readonly<Record<keyof StoredModels, string>>

const folders = { policy: 'policy', rewardModel: 'reward-model' } as const
const which = ['policy', 'rewardModel'] as const

/** Fills a checkpoint's folder. */
export async function saveCheckpoint(
  folder: string,
  states: Readonly<Record<keyof StoredModels, ModelState>>,
  tokenizers: Tokenizers,
  state: LoopState,
): Promise<void> {
  for (const name of which) await saveModel(join(folder, folders[name]), states[name], { tokenizer: tokenizers[name] })
  await writeFile(join(folder, 'state.json'), `${JSON.stringify(state)}\n`)
}

const arms = z.record(z.string(), z.object({ accepted: z.number(), rejected: z.number() }))
const bandit = z.object({ harder: arms, easier: arms })
const stateSchema = z.object({
  complaints: z.record(z.string(), z.string().nullable()),
  memory: z.object({ general: bandit, byComplaint: z.record(z.string(), bandit) }),
  probe: z.array(z.object({ task: z.unknown(), episodes: z.array(z.array(z.string())) })),
  before: z.looseObject({ iteration: z.int() }),
  metrics: z.looseObject({ iteration: z.int() }).nullable(),
})

/** @throws {RangeError} if the checkpoint's state is not one; what `loadModel` throws. */
export async function loadCheckpoint(folder: string): Promise<{ models: StoredModels; state: LoopState }> {
  const text = await readFile(join(folder, 'state.json'), 'utf8')
  const parsed = stateSchema.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new RangeError(`${folder}/state.json is not the state of a run: ${shortened(z.prettifyError(parsed.error))}`)
  const [policy, rewardModel] = await Promise.all(which.map(name => loadStored(join(folder, folders[name]))))
  /* The manifest's checksum has shown that this file is the one that was written: the schema guards against other versions. */
  return { models: { policy: policy!, rewardModel: rewardModel! }, state: parsed.data as unknown as LoopState }
}

/**
 * A model's folder, as saved by a run, a warm start or another program of the same kind.
 *
 * @throws {RangeError} if a file of it is missing or wrong, or its tokenizer gives ids that the model does not have.
 */
export async function loadStored(folder: string): Promise<StoredModel> {
  const state = await loadModel(folder)
  const tokenizer = await loadTokenizerJson(folder)
  const vocabulary = state.config.vocab_size
  const size = sizeOf(tokenizer, folder)
  if (size > vocabulary)
    throw new RangeError(
      `${folder}: tokenizer.json has ${size} tokens, more than the model's vocab_size of ${vocabulary}`,
    )
  return { state, tokenizer }
}

function sizeOf(tokenizer: string, folder: string): number {
  try {
    return loadTokenizer(tokenizer).size
  } catch (error) {
    const reason = reasonOf(error).replace(/^tokenizer\.json:? /, '')
    throw new RangeError(`${join(folder, 'tokenizer.json')}: ${shortened(reason)}`, { cause: error })
  }
}
