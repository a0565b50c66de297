/** A network in a folder: its weights, with the moments of its optimiser, as one safetensors file that also says its shape. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Tensor } from '../contracts/models/device.ts'
import { networkTensors, requireWeights } from '../contracts/models/network-layout.ts'
import type { NetworkShape, NetworkTensors, TrainedNetworkState } from '../contracts/models/network.ts'
import { writeFilesOnce } from '../files/new-files.ts'
import { lookUp } from '../math/look-up.ts'
import { decodeSafetensors, encodeSafetensors } from './tensors/safetensors.ts'

const fileName = 'network.safetensors'

/**
 * Writes the folder, whole or not at all; one that holds just this network already is left as it is.
 *
 * @throws {RangeError} if there is something else at `folder`.
 */
export async function saveNetwork(folder: string, state: TrainedNetworkState): Promise<void> {
  const bytes = encodeNetwork(state)
  await writeFilesOnce(folder, () => [[fileName, bytes]])
}

/** @throws {RangeError} naming the file, if it is not one that `saveNetwork` writes. */
export async function loadNetwork(folder: string): Promise<TrainedNetworkState> {
  const file = join(folder, fileName)
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new RangeError(`${file} is missing or cannot be read`, { cause })
  })
  const { tensors, metadata } = decodeSafetensors(bytes, file)
  const shape = shapeOf(file, metadata['shape'])
  const part = (of: Part): NetworkTensors => {
    const own = Object.entries(tensors).filter(([name]) => name.startsWith(`${of}.`))
    const found = Object.fromEntries(own.map(([name, { data }]) => [name.slice(of.length + 1), data]))
    requireWeights(shape, found, `${of} of ${file}`)
    return found
  }
  const state = { shape, weights: part('weights') }
  const step = metadata['step']
  if (step === undefined) return state
  if (!/^\d+$/.test(step)) throw new RangeError(`the step of ${file} must be a natural number, got ${step}`)
  return { ...state, optimiser: { step: Number(step), first: part('first'), second: part('second') } }
}

type Part = 'weights' | 'first' | 'second'

const size = z.int().min(1)

const shapeSchema: z.ZodType<NetworkShape> = z.strictObject({
  inputs: size,
  image: z
    .strictObject({
      ...{ height: size, width: size, channels: size },
      convolutions: z.array(z.strictObject({ channels: size, size, stride: size })),
    })
    .exactOptional(),
  hidden: z.array(size).exactOptional(),
  layerNorm: z.boolean().exactOptional(),
  members: size.exactOptional(),
  outputs: size,
})

function shapeOf(file: string, text = ''): NetworkShape {
  try {
    return shapeSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new RangeError(`${file} must say the shape of a network, got '${text}'`, { cause })
  }
}

function encodeNetwork({ shape, weights, optimiser }: TrainedNetworkState): Uint8Array {
  const sizes = networkTensors(shape)
  const named = (part: Part, tensors: NetworkTensors): (readonly [string, Tensor])[] =>
    Object.entries(tensors).map(([name, data]) => [`${part}.${name}`, { shape: lookUp(sizes, name), data }])
  const { first = {}, second = {} } = optimiser ?? {}
  return encodeSafetensors({
    tensors: Object.fromEntries([...named('weights', weights), ...named('first', first), ...named('second', second)]),
    /* The schema puts its keys into one order: a state that was loaded is written as it was. */
    metadata: {
      shape: JSON.stringify(shapeSchema.parse(shape)),
      ...(optimiser === undefined ? {} : { step: String(optimiser.step) }),
    },
  })
}
