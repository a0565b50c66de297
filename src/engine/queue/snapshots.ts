import type { ModelState, Tensor } from '../../contracts/models/device.ts'
import type { ModelReference } from '../../contracts/models/model-reference.ts'
import { inOnePiece } from '../../model/reference.ts'
import { frozenShapes } from '../../model/tensors/tensors.ts'

type Tensors = Readonly<Record<string, Tensor>>

/**
 * Snapshots of models in memory. Weights that are not trained are copied once, and are the same in all snapshots of a model.
 *
 * @param shares whether they are in memory that all threads share.
 */
export function createSnapshots(shares: boolean): (model: string, state: ModelState) => ModelReference {
  const last = new Map<string, { readonly frozen: Tensors; readonly copy: Tensors }>()

  const copyOf = (model: string, frozen: Tensors, config: ModelState['config']): Tensors => {
    const known = last.get(model)
    const isSame = Object.entries(frozen).every(([name, { data }]) => known?.frozen[name]?.data === data)
    if (known !== undefined && isSame) return known.copy
    const { weights: copy } = inOnePiece({ config, weights: frozen }, shares)
    last.set(model, { frozen, copy })
    return copy
  }
  return (model, state) => {
    const { config, weights } = state
    const shapes = frozenShapes(config)
    const those = (isFrozen: boolean): Tensors =>
      Object.fromEntries(Object.entries(weights).filter(([name]) => shapes.has(name) === isFrozen))
    const trained = inOnePiece({ ...state, weights: those(false) }, shares)
    const all = { ...copyOf(model, those(true), config), ...trained.weights }
    /* In the order in which they are written to a file. */
    const ordered = Object.keys(weights).flatMap(name => (all[name] === undefined ? [] : [[name, all[name]] as const]))
    return { kind: 'memory', state: { ...trained, weights: Object.fromEntries(ordered) } }
  }
}
