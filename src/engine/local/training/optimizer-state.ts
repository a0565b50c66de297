/** What an optimiser changes: the weights that all replicas follow, the moments, and the gradients of the next update. */
import type { ModelConfig } from '../../../model/config.ts'
import { tensorShapes } from '../../../model/tensors.ts'
import type { ModelState, Tensor } from '../../../contracts/device.ts'
import { createRows, type Rows } from '../memory/flat-parameters.ts'
import { createSpares, rowLength, type Arrays, type Spares } from '../memory/buffer-pool.ts'

/** Sums over all spans since the last update. */
export interface Pending {
  readonly gradients: Arrays
  /** Of all gradients, added up: as `Rows.sum` gives them. */
  squares: number
  weight: number
}

export interface Master {
  readonly name: string
  readonly config: ModelConfig
  readonly rows: Rows
  readonly spares: Spares
  weights: Arrays
  first: Arrays
  second: Arrays
  step: number
  pending: Pending | null
}

/** Rows that an update has at once: weights and both moments, as they were and as they are to be, and the gradients. */
const mostRows = 7

export function masterFrom(name: string, { config, weights, optimiser }: ModelState): Master {
  const rows = createRows({ count: mostRows, length: rowLength(config) })
  const spares = createSpares(config, rows.make)
  const copied = (tensors: Readonly<Record<string, Tensor>> | undefined): Arrays => {
    const arrays = spares.take()
    if (tensors !== undefined) for (const [tensor, array] of arrays) array.set(tensors[tensor]!.data)
    return arrays
  }
  return {
    name,
    config,
    rows,
    spares,
    weights: copied(weights),
    first: copied(optimiser?.first),
    second: copied(optimiser?.second),
    step: optimiser?.step ?? 0,
    pending: null,
  }
}

/** A copy that shares nothing with the master. */
export function stateOf({ config, weights, first, second, step }: Master): ModelState {
  const tensors = (arrays: Arrays): Record<string, Tensor> =>
    Object.fromEntries(
      [...tensorShapes(config)].map(([name, shape]) => [name, { shape, data: arrays.get(name)!.slice() }]),
    )
  return {
    config,
    weights: tensors(weights),
    optimiser: { step, first: tensors(first), second: tensors(second) },
  }
}
