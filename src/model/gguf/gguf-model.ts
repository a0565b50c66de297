/** Language models as GGUF files, which llama.cpp serves. */
import { basename } from 'node:path'
import type { ModelState, Tensor } from '../../contracts/models/device.ts'
import { writeFileAtomic } from '../../files/atomic.ts'
import { readWhole } from '../../files/read-whole.ts'
import { lookUp } from '../../math/look-up.ts'
import type { SaveOptions } from '../checkpoint.ts'
import { requireMemory } from '../tensors/memory.ts'
import { merged } from '../lora/lora.ts'
import { headSize, tensorShapes } from '../tensors/tensors.ts'
import { withMissingIds } from '../tokenizer/missing-ids.ts'
import { specialIdsOf, type SpecialIds } from '../tokenizer/special-ids.ts'
import { requireFinite, requireTensors } from '../tensors/weights.ts'
import { configOf, configValues } from './config-values.ts'
import { readGguf } from './read-gguf.ts'
import { ggufNames, interleaved, isInterleaved } from './tensor-names.ts'
import { specialIdsIn, specialTokensIn, tokenizerOf, tokenizerValues } from './tokenizer-values.ts'
import { ggufPieces, type TypedValue } from './write-gguf.ts'

export interface GgufModel extends SaveOptions {
  readonly state: ModelState
  readonly special: SpecialIds
}

const templateKey = 'tokenizer.chat_template'

/**
 * Reads a Qwen2, Qwen3, Llama or SmolLM3 model; quantised weights become float32.
 *
 * @throws {RangeError} if the file is corrupt, or not of a model, a tokenizer or a type of number that is supported; named.
 */
export async function loadGguf(path: string): Promise<GgufModel> {
  const { values, tensors } = readGguf(await readWhole(path), path)
  const shapes = new Map(Object.entries(tensors).map(([name, { shape }]) => [name, shape]))
  const config = configOf(values, shapes, path)
  requireMemory(path, [config])
  const names = ggufNames(config)
  const own = new Map([...names].map(([name, theirs]) => [theirs, name]))
  const weights = Object.fromEntries(
    Object.entries(tensors).map(([theirs, tensor]) => {
      const name = own.get(theirs) ?? theirs
      return [name, isInterleaved(config, name) ? interleaved(tensor, headSize(config), true) : tensor]
    }),
  )
  requireTensors(tensorShapes(config), weights, path)
  requireFinite(weights, path)
  const tokenizer = tokenizerOf(values, path)
  const source = values.get(templateKey)
  const special = specialIdsIn(values)
  return {
    state: { config: { ...config, ...withMissingIds(tokenizer, config.vocab_size) }, weights },
    special,
    ...(tokenizer === undefined ? {} : { tokenizer }),
    ...(typeof source === 'string' ? { chat: { source, tokens: specialTokensIn(values), end: special.end } } : {}),
  }
}

/**
 * Writes a model as float32, an adapter merged into the weights, with its tokenizer and chat template, so that llama.cpp and programs built
 * on it can serve it. An older file of that name is replaced.
 *
 * @throws {RangeError} if the state does not fit its config, or the tokenizer cannot be expressed for llama.cpp.
 */
export async function saveGguf(path: string, state: ModelState, options: SaveOptions = {}): Promise<void> {
  const { config, weights } = merged(state)
  requireTensors(tensorShapes(config), weights, 'the model')
  const { tokenizer, chat, special = specialIdsOf(tokenizer, chat) } = options
  const values = new Map<string, TypedValue>([
    ...configValues(config, basename(path, '.gguf')),
    ...(tokenizer === undefined
      ? [['tokenizer.ggml.model', { text: 'none' }] as const]
      : tokenizerValues(tokenizer, config.vocab_size, special)),
    ...(chat === undefined ? [] : [[templateKey, { text: chat.source }] as const]),
  ])
  const given = new Map(Object.entries(weights))
  const tensors = [...ggufNames(config)].map(([name, theirs]): [string, Tensor] => {
    const tensor = lookUp(given, name)
    return [theirs, isInterleaved(config, name) ? interleaved(tensor, headSize(config)) : tensor]
  })
  await writeFileAtomic(path, ggufPieces(values, new Map(tensors)))
}
