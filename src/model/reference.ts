/** References to models, made and resolved. */
import { types } from 'node:util'
import type { ModelState, Tensor } from '../contracts/models/device.ts'
import type { ModelReference, RemoteModel } from '../contracts/models/model-reference.ts'
import { unreachable } from '../contracts/unreachable.ts'
import { loadModel, saveModel, type SaveOptions } from './checkpoint.ts'
import { saveNetwork } from './network-file.ts'
import { readRemoteModel, saveRemoteModel } from './remote-model.ts'

type Tensors = Readonly<Record<string, Tensor>>

/**
 * A reference to a copy of the model in one piece of memory, which is freed when no thread has the reference any more.
 *
 * @param shared by all threads; false for one that goes to another machine.
 */
export const memoryReference = (state: ModelState, shared = true): ModelReference => ({
  kind: 'memory',
  state: inOnePiece(state, shared),
})

const beside = new WeakMap<ArrayBufferLike, ArrayBuffer>()

/**
 * Makes the collector of this thread count a piece of memory that threads share. V8 counts none of it towards its next collection, and
 * would keep one snapshot after another that nobody refers to any more. It is paired for its life with an ordinary buffer of the same
 * length, which is never touched: where it is large the system gives it no pages.
 */
export function countMemory(memory: ArrayBufferLike): void {
  if (types.isSharedArrayBuffer(memory) && !beside.has(memory)) beside.set(memory, new ArrayBuffer(memory.byteLength))
}

/** A copy of the model in one piece of memory. @param shared as `memoryReference` has it. */
export function inOnePiece({ config, weights, optimiser }: ModelState, shared: boolean): ModelState {
  const parts = [weights, optimiser?.first ?? {}, optimiser?.second ?? {}]
  const length = parts.flatMap(tensors => Object.values(tensors)).reduce((sum, { data }) => sum + data.length, 0)
  const bytes = length * Float32Array.BYTES_PER_ELEMENT
  const memory = shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)
  countMemory(memory)
  let taken = 0
  const copied = (tensors: Tensors): Tensors =>
    Object.fromEntries(
      Object.entries(tensors).map(([name, { shape, data }]) => {
        const copy = new Float32Array(memory, taken * Float32Array.BYTES_PER_ELEMENT, data.length)
        copy.set(data)
        taken += data.length
        return [name, { shape, data: copy }]
      }),
    )
  const state = { config, weights: copied(weights) }
  if (optimiser === undefined) return state
  const { step, first, second } = optimiser
  return { ...state, optimiser: { step, first: copied(first), second: copied(second) } }
}

/**
 * The model that a reference names. A model in memory is not copied: do not write to its arrays.
 *
 * @throws {RangeError} if a folder does not hold a model, or its weights are kept elsewhere. @see loadModel
 */
export async function resolveModel(reference: ModelReference): Promise<ModelState> {
  switch (reference.kind) {
    case 'folder': {
      const remote = await readRemoteModel(reference.path)
      if (remote !== null) throw keptElsewhere(reference.path, remote)
      return loadModel(reference.path)
    }
    case 'memory':
      return reference.state
    case 'network':
      throw new RangeError('a network is no language model: this needs one')
    case 'remote':
      throw keptElsewhere('the model', reference.model)
    case 'served':
      throw new RangeError('a model on a server has no weights here: this needs a model of the engine')
    default:
      return unreachable(reference)
  }
}

/**
 * The same model, as an engine on another machine can load it: what is in a folder here goes along.
 *
 * @throws {RangeError} if a folder does not hold a model. @see loadModel
 */
export async function portableReference(reference: ModelReference): Promise<ModelReference> {
  if (reference.kind === 'memory') return memoryReference(reference.state, false)
  if (reference.kind !== 'folder') return reference
  const model = await readRemoteModel(reference.path)
  return model === null ? memoryReference(await loadModel(reference.path), false) : { kind: 'remote', model }
}

/** Writes the folder of the model that a reference names, whole or not at all. @see saveModel @see saveRemoteModel */
export async function saveReference(
  folder: string,
  reference: ModelReference,
  options: SaveOptions = {},
): Promise<void> {
  if (reference.kind === 'remote') await saveRemoteModel(folder, reference.model, options)
  else if (reference.kind === 'network') await saveNetwork(folder, reference.state)
  else await saveModel(folder, await resolveModel(reference), options)
}

const keptElsewhere = (what: string, { service, path, baseModel }: RemoteModel): RangeError =>
  new RangeError(
    `the weights of ${what} are kept by a service (${service}, ${path ?? baseModel}): only an engine of that kind can use them`,
  )
