import { join } from 'node:path'
import type { LoraConfig } from '../../contracts/models/model-config.ts'
import { rootKey } from '../../math/random.ts'
import { merged, withAdapter } from '../lora/lora.ts'
import { parseLora } from '../lora/lora-config.ts'
import { readIfThere } from '../../files/read-if-there.ts'
import { loadChat } from '../chat/load-chat.ts'
import { loadModel, saveModel } from '../checkpoint.ts'
import { loadSpecialIds } from '../tokenizer/special-ids.ts'
import { loadGguf, saveGguf, type GgufModel } from './gguf-model.ts'

const isGguf = (path: string): boolean => path.endsWith('.gguf')

export interface Changes {
  /** A fresh adapter on the weights, which then alone is trained. */
  readonly adapter?: { readonly lora: LoraConfig; readonly seed: number }
  /** Whether an existing adapter is merged into the weights; in a GGUF file it always is. */
  readonly merge?: boolean
}

/**
 * Reads a model from a folder of Hugging Face's or a GGUF file, and writes it as the other, or as a folder again: weights as float32, with
 * tokenizer, special ids and chat template, without the optimiser.
 *
 * @param to a path that ends in `.gguf` is a file, which is replaced if it exists; any other is a folder, which must not exist.
 * @throws {RangeError} if a model with an adapter is to get another, or naming a part that cannot be read, or written in the other form.
 */
export async function convertModel(
  from: string,
  to: string,
  { adapter, merge = false }: Changes = {},
): Promise<GgufModel> {
  const given = isGguf(from) ? await loadGguf(from) : await loadFolder(from)
  if (adapter !== undefined && given.state.config.lora !== undefined)
    throw new RangeError(`${from} has an adapter already: merge it first`)
  const own = merge ? merged(given.state) : given.state
  const state = adapter === undefined ? own : withAdapter(own, parseLora(adapter.lora), rootKey(adapter.seed))
  const model = { ...given, state }
  await (isGguf(to) ? saveGguf : saveModel)(to, model.state, model)
  return model
}

async function loadFolder(folder: string): Promise<GgufModel> {
  const { config, weights } = await loadModel(folder)
  const tokenizer = await readIfThere(join(folder, 'tokenizer.json'))
  const chat = await loadChat(folder)
  return {
    state: { config, weights },
    special: await loadSpecialIds(folder),
    ...(tokenizer === undefined ? {} : { tokenizer: tokenizer.toString('utf8') }),
    ...(chat === null ? {} : { chat }),
  }
}
