/** A network in a folder: its layers, with the moments of its optimiser, as one safetensors file. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tensor } from '../contracts/models/device.ts'
import { layerSizes, type Layer, type TrainedNetworkState } from '../contracts/models/network.ts'
import { writeDirectoryAtomic } from '../files/atomic.ts'
import { nth } from '../math/nth.ts'
import { decodeSafetensors, encodeSafetensors } from './tensors/safetensors.ts'

const fileName = 'network.safetensors'

/**
 * Writes the folder, whole or not at all; one that holds just this network already is left as it is.
 *
 * @throws {RangeError} if there is something else at `folder`.
 */
export async function saveNetwork(folder: string, state: TrainedNetworkState): Promise<void> {
  const bytes = encodeNetwork(state)
  try {
    await writeDirectoryAtomic(folder, temporary => writeFile(join(temporary, fileName), bytes))
  } catch (thrown) {
    const there = await readFile(join(folder, fileName)).catch(() => null)
    if (there?.equals(bytes) !== true) throw thrown
  }
}

/** @throws {RangeError} naming the file, if it is not one that `saveNetwork` writes. */
export async function loadNetwork(folder: string): Promise<TrainedNetworkState> {
  const file = join(folder, fileName)
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new RangeError(`${file} is missing or cannot be read`, { cause })
  })
  const { tensors, metadata } = decodeSafetensors(bytes, file)
  const inputs = tensors[nameOf('layers', 0, 'weight')]?.shape[0]
  const count = Object.keys(tensors).filter(name => /^layers\.\d+\.weight$/.test(name)).length
  if (inputs === undefined) throw new RangeError(`${file} must have layers, got none`)
  const part = (of: Part): readonly Layer[] =>
    Array.from({ length: count }, (_, index) => ({
      weight: dataOf(file, tensors, nameOf(of, index, 'weight')),
      bias: dataOf(file, tensors, nameOf(of, index, 'bias')),
    }))
  const layers = part('layers')
  const step = metadata['step']
  const state = { inputs, layers }
  layerSizes(state)
  if (step === undefined) return state
  if (!/^\d+$/.test(step)) throw new RangeError(`the step of ${file} must be a natural number, got ${step}`)
  return { ...state, optimiser: { step: Number(step), first: part('first'), second: part('second') } }
}

type Part = 'layers' | 'first' | 'second'

const nameOf = (part: Part, layer: number, tensor: keyof Layer): string => `${part}.${layer}.${tensor}`

function dataOf(file: string, tensors: Readonly<Record<string, Tensor>>, name: string): Float32Array {
  const tensor = tensors[name]
  if (tensor === undefined) throw new RangeError(`${file} must have a tensor ${name}, got none`)
  return tensor.data
}

function encodeNetwork(state: TrainedNetworkState): Uint8Array {
  const sizes = layerSizes(state)
  const { layers, optimiser } = state
  const named = (part: Part, all: readonly Layer[]): (readonly [string, Tensor])[] =>
    all.flatMap(({ weight, bias }, index) => [
      [nameOf(part, index, 'weight'), { shape: nth(sizes, index), data: weight }] as const,
      [nameOf(part, index, 'bias'), { shape: [bias.length], data: bias }] as const,
    ])
  const moments =
    optimiser === undefined ? [] : [...named('first', optimiser.first), ...named('second', optimiser.second)]
  return encodeSafetensors({
    tensors: Object.fromEntries([...named('layers', layers), ...moments]),
    metadata: optimiser === undefined ? {} : { step: String(optimiser.step) },
  })
}
