/** A model as one replica holds it: its weights, which the master's replace at each update, and what is read with them. */
import type { ModelConfig } from '../../model/config.ts'
import { tensorShapes } from '../../model/tensors.ts'
import { rotaryTable, type RotaryTable } from '../rotary.ts'
import { createContexts, type Contexts } from './contexts.ts'
import { paddedLength } from './pack.ts'
import type { Sampler } from './sampler.ts'
import { createSpares, type Arrays, type Spares } from './spares.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

export interface Model {
  readonly name: string
  readonly config: ModelConfig
  readonly shapes: ReadonlyMap<string, readonly number[]>
  readonly rotary: RotaryTable
  readonly contexts: Contexts
  readonly workspace: Workspace
  sampler: Sampler | null
  readonly spares: Spares
  weights: Arrays
  /** Updates made until the weights were as they are. */
  version: number
}

export const modelWith = (name: string, config: ModelConfig, weights: Arrays, version: number): Model => ({
  name,
  config,
  shapes: tensorShapes(config),
  rotary: rotaryTable(config, paddedLength(config.max_position_embeddings)),
  contexts: createContexts(config),
  workspace: createWorkspace(config),
  sampler: null,
  spares: createSpares(config),
  weights,
  version,
})
