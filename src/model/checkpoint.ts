/** A model's folder, as Hugging Face lays it out, with the optimiser's moments. */
import { join } from 'node:path'
import type { SaveModelOptions } from '../contracts/models/language-model.ts'
import type { ModelState, Tensor } from '../contracts/models/device.ts'
import { writeFilesOnce, writeNewFiles } from '../files/new-files.ts'
import { readIfThere } from '../files/read-if-there.ts'
import { withClassDefaults } from './files/class-defaults.ts'
import { parseModelConfig } from './config.ts'
import type { ModelConfig } from '../contracts/models/model-config.ts'
import { huggingFaceFiles } from './hugging-face.ts'
import { requireMemory } from './tensors/memory.ts'
import { inFile, parseJson, requiredFile } from './files/required-file.ts'
import { adapterFiles, adapterFolder, loadAdapterConfig, loadAdapterWeights } from './lora/adapter-files.ts'
import { apart } from './lora/lora.ts'
import { tensorShapes, trainedShapes } from './tensors/tensors.ts'
import { decodeSafetensors, encodeSafetensors } from './tensors/safetensors.ts'
import { withMissingIds } from './tokenizer/missing-ids.ts'
import { requireIds, specialIdsOf, type SpecialIds } from './tokenizer/special-ids.ts'
import { loadWeights, requireFinite, requireTensors } from './tensors/weights.ts'

/** With a chat template chat_template.jinja is written, its tokens in tokenizer_config.json. */
export interface SaveOptions extends SaveModelOptions {
  /** Of generation_config.json; if left out, those of the chat template, or `<end>` and `<pad>` of the tokenizer. */
  readonly special?: SpecialIds
}

/**
 * Writes config.json, generation_config.json, model.safetensors, and, when there is one, optimizer.safetensors,
 * tokenizer.json and tokenizer_config.json; an adapter in a separate folder. The folder appears whole or not at all.
 *
 * @throws {RangeError} if `folder` exists already, the state does not fit its config, or a special id is not in its
 * vocabulary.
 */
export async function saveModel(folder: string, state: ModelState, options: SaveOptions = {}): Promise<void> {
  requireWhole(state, options)
  await writeNewFiles(folder, filesOf(state, options))
}

/** The same for a request that may be asked again: a folder that holds just this model already is left as it is. */
export async function saveModelOnce(folder: string, state: ModelState, options: SaveOptions = {}): Promise<void> {
  requireWhole(state, options)
  await writeFilesOnce(folder, () => filesOf(state, options))
}

function requireWhole({ config, weights }: ModelState, options: SaveOptions): void {
  requireTensors(tensorShapes(config), weights, 'the model')
  requireIds(specialOf(options), config.vocab_size, 'the model')
}

const specialOf = ({ tokenizer, chat, special = specialIdsOf(tokenizer, chat) }: SaveOptions): SpecialIds => special

/** Name and contents of each file, made one after the other. */
function* filesOf(
  { config, weights, optimiser }: ModelState,
  options: SaveOptions,
): Generator<readonly [name: string, contents: string | Uint8Array]> {
  const { lora, ...own } = config
  const { base, adapter } = apart({ weights })
  yield* huggingFaceFiles(own, specialOf(options), options)
  yield ['model.safetensors', encodeSafetensors({ tensors: base, metadata: { format: 'pt' } })]
  if (lora !== undefined) yield* adapterFiles(lora, adapter)
  if (optimiser === undefined || options.optimiser === false) return
  const { step, first, second } = optimiser
  const tensors = { ...prefixed('first.', first), ...prefixed('second.', second) }
  yield ['optimizer.safetensors', encodeSafetensors({ tensors, metadata: { format: 'pt', step: String(step) } })]
}

/**
 * Reads what `saveModel` wrote, or a model of Hugging Face's, whole or in shards, in float32, float16 or
 * bfloat16.
 *
 * @throws {RangeError} if a file is missing or corrupt, or a tensor is missing, unknown or of another shape than the
 * config says, file and tensor named; or if the model does not fit into memory, found before its weights are read.
 */
export async function loadModel(folder: string): Promise<ModelState> {
  const config = await loadModelConfig(folder)
  requireMemory(folder, [config])
  const { lora, ...own } = config
  const base = await loadWeights(folder, own)
  const weights = lora === undefined ? base : { ...base, ...(await loadAdapterWeights(folder)) }
  if (lora !== undefined) requireTensors(tensorShapes(config), weights, join(folder, adapterFolder))
  const optimiser = await loadOptimiser(folder, config)
  requireFinite(
    {
      ...weights,
      ...prefixed('first moments of ', optimiser?.first ?? {}),
      ...prefixed('second moments of ', optimiser?.second ?? {}),
    },
    folder,
  )
  return optimiser === undefined ? { config, weights } : { config, weights, optimiser }
}

/** The text of a model's tokenizer.json. @throws {RangeError} if the folder has none. */
export async function loadTokenizerJson(folder: string): Promise<string> {
  return (await requiredFile(folder, 'tokenizer.json')).toString('utf8')
}

/**
 * The shape of the model in a folder, without its weights.
 *
 * @throws {RangeError} if config.json is missing or not of a model that is supported.
 */
export async function loadModelConfig(folder: string): Promise<ModelConfig> {
  const path = join(folder, 'config.json')
  const value = parseJson(await requiredFile(folder, 'config.json'), path)
  const lora = await loadAdapterConfig(folder)
  const tokenizer = await readIfThere(join(folder, 'tokenizer.json'))
  const config = inFile(path, () => parseModelConfig(withClassDefaults(value)))
  const missing = inFile(join(folder, 'tokenizer.json'), () =>
    withMissingIds(tokenizer?.toString('utf8'), config.vocab_size),
  )
  const { missing_ids: _, ...shape } = config
  return { ...(tokenizer === undefined ? config : shape), ...missing, ...(lora === undefined ? {} : { lora }) }
}

async function loadOptimiser(folder: string, config: ModelConfig): Promise<ModelState['optimiser']> {
  const path = join(folder, 'optimizer.safetensors')
  const bytes = await readIfThere(path)
  if (bytes === undefined) return undefined
  const { tensors, metadata } = decodeSafetensors(bytes, path)
  const step = Number(metadata['step'] ?? NaN)
  if (!Number.isSafeInteger(step) || step < 0) {
    throw new RangeError(`${path}: metadata.step must be a non-negative integer, got ${metadata['step'] ?? 'none'}`)
  }
  const first = stripped('first.', tensors)
  const second = stripped('second.', tensors)
  for (const name of Object.keys(tensors)) {
    if (!/^(first|second)\./.test(name)) throw new RangeError(`${path} has a tensor ${name} that no optimiser here has`)
  }
  const shapes = trainedShapes(config)
  requireTensors(shapes, first, `${path}, first moments`)
  requireTensors(shapes, second, `${path}, second moments`)
  return { step, first, second }
}

function prefixed(prefix: string, tensors: Readonly<Record<string, Tensor>>): Record<string, Tensor> {
  return Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [prefix + name, tensor]))
}

function stripped(prefix: string, tensors: Readonly<Record<string, Tensor>>): Record<string, Tensor> {
  const mine = Object.entries(tensors).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(mine.map(([name, tensor]) => [name.slice(prefix.length), tensor]))
}
