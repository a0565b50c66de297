/** A model as the engine holds it: plain arrays that an update replaces by others. */
import type { ModelConfig } from '../../model/config.ts'
import { tensorShapes } from '../../model/tensors.ts'
import type { ModelState, Tensor } from '../device.ts'
import { rotaryTable, type RotaryTable } from '../rotary.ts'
import { createContexts, type Contexts } from './contexts.ts'
import { paddedLength } from './pack.ts'
import type { Sampler } from './sampler.ts'
import { arraysFor, createSpares, type Arrays, type Spares } from './spares.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

/** Sums over all spans since the last update. */
export interface Pending {
  readonly gradients: Arrays
  weight: number
}

export interface Model {
  readonly name: string
  readonly config: ModelConfig
  readonly rotary: RotaryTable
  readonly contexts: Contexts
  readonly workspace: Workspace
  sampler: Sampler | null
  readonly spares: Spares
  /** All 0, never written. */
  readonly zeros: Arrays
  weights: Arrays
  first: Arrays
  second: Arrays
  step: number
  pending: Pending | null
}

export function modelFrom(name: string, { config, weights, optimiser }: ModelState): Model {
  const copied = (tensors: Readonly<Record<string, Tensor>> | undefined): Arrays => {
    const arrays = arraysFor(config)
    if (tensors !== undefined) for (const [tensor, array] of arrays) array.set(tensors[tensor]!.data)
    return arrays
  }
  return {
    name,
    config,
    rotary: rotaryTable(config, paddedLength(config.max_position_embeddings)),
    contexts: createContexts(config),
    workspace: createWorkspace(config),
    sampler: null,
    spares: createSpares(config),
    zeros: arraysFor(config),
    weights: copied(weights),
    first: copied(optimiser?.first),
    second: copied(optimiser?.second),
    step: optimiser?.step ?? 0,
    pending: null,
  }
}

/** A copy that shares nothing with the model. */
export function stateOf({ config, weights, first, second, step }: Model): ModelState {
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
