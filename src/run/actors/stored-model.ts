/** Models in folders, as a run reads them before its engine loads their weights. */
import { join } from 'node:path'
import type { ChatTemplate } from '../../contracts/models/chat-template.ts'
import { reasonOf } from '../../contracts/failure.ts'
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import type { ModelReference } from '../../contracts/models/model-reference.ts'
import { loadModelConfig, loadTokenizerJson } from '../../model/checkpoint.ts'
import type { ServedModel } from '../../contracts/models/served-model.ts'
import { loadChat } from '../../model/chat/load-chat.ts'
import { loadTokenizer } from '../../model/tokenizer/load-tokenizer.ts'
import { shortened } from '../../text/preview.ts'

/** A model that is not loaded yet, with the tokenizer it was trained with. */
export interface StoredModel {
  readonly reference: ModelReference
  /** `null` of a model on a server, which has no weights here. */
  readonly config: ModelConfig | null
  readonly tokenizer: string
  /** Of a model made for conversations. */
  readonly chat?: ChatTemplate
  /** Where it is, if a server has it. */
  readonly served?: ServedModel
}

/** Written with its weights. */
export type ModelTokenizer = Pick<StoredModel, 'tokenizer' | 'chat'>

/** By the name of the model on the engine, which is also that of its folder. */
export type StoredModels = Readonly<Record<string, StoredModel>>

/** Of the models that checkpoints hold: those on servers have no weights here. */
export const tokenizersOf = (stored: StoredModels): Readonly<Record<string, ModelTokenizer>> =>
  Object.fromEntries(
    Object.entries(stored).flatMap(([name, { tokenizer, chat, served }]) =>
      served === undefined ? [[name, chat === undefined ? { tokenizer } : { tokenizer, chat }] as const] : [],
    ),
  )

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
  const chat = await loadChat(folder)
  return { reference: { kind: 'folder', path: folder }, config, tokenizer, ...(chat === null ? {} : { chat }) }
}

function sizeOf(tokenizer: string, folder: string): number {
  try {
    return loadTokenizer(tokenizer).size
  } catch (error) {
    const reason = reasonOf(error).replace(/^tokenizer\.json:? /, '')
    throw new RangeError(`${join(folder, 'tokenizer.json')}: ${shortened(reason)}`, { cause: error })
  }
}
