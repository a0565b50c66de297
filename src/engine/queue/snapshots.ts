import type { ModelState, Tensor } from '../../contracts/models/device.ts'
import type { ModelReference } from '../../contracts/models/model-reference.ts'
import { lookUp } from '../../math/look-up.ts'
import { inOnePiece } from '../../model/reference.ts'
import { frozenShapes } from '../../model/tensors/tensors.ts'

/**
 * Snapshots of models in memory. Weights that are not trained are copied once for as long as the device gives the same arrays, and are the same
 * in all snapshots.
 *
 * @param shares whether they are in memory that all threads share.
 */
export function createSnapshots(shares: boolean): (state: ModelState) => ModelReference {
  /** By the array of the device. */
  const frozenCopies = new WeakMap<Float32Array, Tensor>()
  return state => {
    const { config, weights } = state
    const shapes = frozenShapes(config)
    const all = Object.entries(weights)
    const trained = all.filter(([name]) => !shapes.has(name))
    const fresh = all.filter(([name, { data }]) => shapes.has(name) && !frozenCopies.has(data))

    const copies = new Map(Object.entries(inOnePiece({ config, weights: Object.fromEntries(fresh) }, shares).weights))
    for (const [name, { data }] of fresh) frozenCopies.set(data, lookUp(copies, name))
    const own = inOnePiece({ ...state, weights: Object.fromEntries(trained) }, shares)
    const ownWeights = new Map(Object.entries(own.weights))
    const tensors = all.map(([name, { data }]) => [name, frozenCopies.get(data) ?? lookUp(ownWeights, name)] as const)
    return { kind: 'memory', state: { ...own, weights: Object.fromEntries(tensors) } }
  }
}
