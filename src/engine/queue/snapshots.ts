import type { ModelState, Tensor } from '../../contracts/models/device.ts'
import type { ModelReference } from '../../contracts/models/model-reference.ts'
import { lookUp } from '../../math/look-up.ts'
import { inOnePiece, memoryReference } from '../../model/reference.ts'
import { frozenShapes } from '../../model/tensors/tensors.ts'

/** Takes snapshots of one model. Weights that are not trained are copied once for as long as the device gives the same arrays. */
export type Snapshots = (state: ModelState) => ModelReference

/** In memory that all threads share, those weights the same in all snapshots. */
export function sharedSnapshots(): Snapshots {
  /** By the array of the device. */
  const frozenCopies = new WeakMap<Float32Array, Tensor>()
  return state => {
    const { config, weights } = state
    const shapes = frozenShapes(config)
    const all = Object.entries(weights)
    const trained = all.filter(([name]) => !shapes.has(name))
    const fresh = all.filter(([name, { data }]) => shapes.has(name) && !frozenCopies.has(data))

    const copies = new Map(Object.entries(inOnePiece({ config, weights: Object.fromEntries(fresh) }, true).weights))
    for (const [name, { data }] of fresh) frozenCopies.set(data, lookUp(copies, name))
    const own = inOnePiece({ ...state, weights: Object.fromEntries(trained) }, true)
    const ownWeights = new Map(Object.entries(own.weights))
    const tensors = all.map(([name, { data }]) => [name, frozenCopies.get(data) ?? lookUp(ownWeights, name)] as const)
    return { kind: 'memory', state: { ...own, weights: Object.fromEntries(tensors) } }
  }
}

/** For a run on another machine: each but the first lacks those weights, which the run has from the first. @see FarWeights */
export function farSnapshots(): Snapshots {
  const sent = new WeakSet<Float32Array>()
  return state => {
    const shapes = frozenShapes(state.config)
    const fresh = Object.entries(state.weights).filter(([name, { data }]) => !shapes.has(name) || !sent.has(data))
    for (const [, { data }] of fresh) sent.add(data)
    return memoryReference({ ...state, weights: Object.fromEntries(fresh) }, false)
  }
}
