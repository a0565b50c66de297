/** A model's folder, as Hugging Face lays it out; the optimiser's moments beside it. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModelState, Tensor } from '../device/device.ts'
import { writeDirectoryAtomic } from '../files/atomic.ts'
import { parseModelConfig, type ModelConfig } from './config.ts'
import { huggingFaceFiles } from './hugging-face.ts'
import { requireMemory } from './memory.ts'
import { decodeSafetensors, encodeSafetensors } from './safetensors.ts'
import { tensorShapes } from './tensors.ts'
import { reasonOf } from '../failure.ts'

/**
 * Writes config.json, generation_config.json, model.safetensors, and, when there is one, optimizer.safetensors,
 * tokenizer.json and tokenizer_config.json. The folder appears whole or not at all.
 *
 * @param tokenizer the text of a tokenizer.json.
 * @throws {RangeError} if there is something at `folder` already, or the state does not fit its config.
 */
export async function saveModel(folder: string, state: ModelState, tokenizer?: string): Promise<void> {
  requireTensors(state.config, state.weights, 'the model')
  await writeDirectoryAtomic(folder, async temporary => {
    for (const [name, text] of huggingFaceFiles(state.config, tokenizer)) await writeFile(join(temporary, name), text)
    const weights = encodeSafetensors({ tensors: state.weights, metadata: { format: 'pt' } })
    await writeFile(join(temporary, 'model.safetensors'), weights)
    if (state.optimiser === undefined) return
    const { step, first, second } = state.optimiser
    const tensors = { ...prefixed('first.', first), ...prefixed('second.', second) }
    const metadata = { format: 'pt', step: String(step) }
    await writeFile(join(temporary, 'optimizer.safetensors'), encodeSafetensors({ tensors, metadata }))
  })
}

/**
 * Reads what `saveModel` wrote, or a small Qwen2 model of Hugging Face's.
 *
 * @throws {RangeError} if a file is missing or corrupt, or a tensor is missing, unknown or of another shape than the
 * config says, file and tensor named; or if the model does not fit into memory, found before its weights are read.
 */
export async function loadModel(folder: string): Promise<ModelState> {
  const config = await loadConfig(folder)
  requireMemory(folder, [config])
  const { tensors: weights } = decodeSafetensors(
    await required(folder, 'model.safetensors'),
    join(folder, 'model.safetensors'),
  )
  requireTensors(config, weights, join(folder, 'model.safetensors'))
  const optimiser = await loadOptimiser(folder, config)
  return optimiser === undefined ? { config, weights } : { config, weights, optimiser }
}

/** The text of a model's tokenizer.json. @throws {RangeError} if the folder has none. */
export async function loadTokenizerJson(folder: string): Promise<string> {
  return (await required(folder, 'tokenizer.json')).toString('utf8')
}

async function loadConfig(folder: string): Promise<ModelConfig> {
  const path = join(folder, 'config.json')
  const text = (await required(folder, 'config.json')).toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new RangeError(`${path} is not JSON: ${reasonOf(error)}; take it from another checkpoint`, { cause: error })
  }
  try {
    return parseModelConfig(value)
  } catch (error) {
    throw new RangeError(`${path}: ${reasonOf(error)}`, { cause: error })
  }
}

async function loadOptimiser(folder: string, config: ModelConfig): Promise<ModelState['optimiser']> {
  const path = join(folder, 'optimizer.safetensors')
  const bytes = await optional(path)
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
  requireTensors(config, first, `${path}, first moments`)
  requireTensors(config, second, `${path}, second moments`)
  return { step, first, second }
}

/** @throws {RangeError} unless `tensors` are those of the config, each of its shape. */
function requireTensors(config: ModelConfig, tensors: Readonly<Record<string, Tensor>>, source: string): void {
  const shapes = tensorShapes(config)
  for (const [name, wanted] of shapes) {
    const found = Object.hasOwn(tensors, name) ? tensors[name] : undefined
    if (found === undefined) throw new RangeError(`${source} has no tensor ${name}, which its config wants`)
    if (found.shape.join() !== wanted.join()) {
      throw new RangeError(
        `${source}: tensor ${name} has the shape [${found.shape.join(', ')}], its config wants [${wanted.join(', ')}]`,
      )
    }
  }
  const extra = Object.keys(tensors).find(name => !shapes.has(name))
  if (extra !== undefined) throw new RangeError(`${source} has a tensor ${extra} that its config does not want`)
}

function prefixed(prefix: string, tensors: Readonly<Record<string, Tensor>>): Record<string, Tensor> {
  return Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [prefix + name, tensor]))
}

function stripped(prefix: string, tensors: Readonly<Record<string, Tensor>>): Record<string, Tensor> {
  const mine = Object.entries(tensors).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(mine.map(([name, tensor]) => [name.slice(prefix.length), tensor]))
}

async function required(folder: string, name: string): Promise<Buffer> {
  const bytes = await optional(join(folder, name))
  if (bytes === undefined) throw new RangeError(`there is no ${name} in ${folder}: a model's folder must have one`)
  return bytes
}

/** A file's bytes; `undefined` if there is no such file. */
async function optional(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new RangeError(`cannot read ${path}: ${reasonOf(error)}`, { cause: error })
  }
}
