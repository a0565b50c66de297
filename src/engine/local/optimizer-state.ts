/** The state of an optimiser: the weights that all replicas copy, both moments, and the gradients of the next update. */
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { frozenShapes, tensorShapes, trainedShapes } from '../../model/tensors/tensors.ts'
import type { ModelState, Tensor } from '../../contracts/models/device.ts'
import { createFlatParameters, type FlatParameters } from './memory/flat-parameters.ts'
import { arraysFor, createBufferPool, rowLength, type Arrays, type BufferPool } from './memory/buffer-pool.ts'
import { lookUp } from '../../math/look-up.ts'

/** Sums over all spans since the last update. */
export interface PendingGradients {
  readonly gradients: Arrays
  /** Of all gradients, added up: as `FlatParameters.sum` gives them. */
  squares: number
  weight: number
}

export interface OptimizerState {
  readonly name: string
  readonly config: ModelConfig
  readonly rows: FlatParameters
  readonly buffers: BufferPool
  /** Shared rows that are not in use, for gradients of rectangles. */
  readonly slots: Float32Array[]
  /** Weights that are not trained. */
  readonly frozen: Arrays
  weights: Arrays
  first: Arrays
  second: Arrays
  step: number
  pending: PendingGradients | null
}

/** Rows in use during an update: weights and both moments, before and after, and the gradients. */
const maxRows = 7

export function optimizerStateFrom(name: string, { config, weights, optimiser }: ModelState): OptimizerState {
  const shapes = trainedShapes(config)
  const rows = createFlatParameters({ count: maxRows, length: rowLength(shapes) })
  const buffers = createBufferPool(shapes, rows.make)
  const copied = (tensors: Readonly<Record<string, Tensor>> | undefined): Arrays => {
    return tensors === undefined ? buffers.take() : filled(buffers.take(), tensors)
  }
  return {
    name,
    config,
    rows,
    buffers,
    slots: [],
    frozen: filled(arraysFor(frozenShapes(config)), weights),
    weights: copied(weights),
    first: copied(optimiser?.first),
    second: copied(optimiser?.second),
    step: optimiser?.step ?? 0,
    pending: null,
  }
}

function filled(arrays: Arrays, tensors: Readonly<Record<string, Tensor>>): Arrays {
  const given = new Map(Object.entries(tensors))
  for (const [tensor, array] of arrays) array.set(lookUp(given, tensor).data)
  return arrays
}

/** A copy that no update changes: of memory with the optimiser's state it shares that of weights that are not trained. */
export function modelStateOf({ config, frozen, weights, first, second, step }: OptimizerState): ModelState {
  const tensors = (arrays: Arrays, shapes = trainedShapes(config)): Record<string, Tensor> =>
    Object.fromEntries(
      [...shapes].map(([name, shape]) => [name, { shape, data: frozen.get(name) ?? lookUp(arrays, name).slice() }]),
    )
  return {
    config,
    weights: tensors(weights, tensorShapes(config)),
    optimiser: { step, first: tensors(first), second: tensors(second) },
  }
}
