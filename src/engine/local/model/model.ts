/** A model in one replica: its weights, replaced at each update of the optimiser, with its contexts and sampler. */
import type { ModelConfig } from '../../../contracts/models/model-config.ts'
import { tensorShapes, trainedShapes } from '../../../model/tensors/tensors.ts'
import { rotaryTable, type RotaryTable } from '../../semantics/rotary.ts'
import { createContexts, type Contexts } from '../cache/contexts.ts'
import { paddedLength } from './pack.ts'
import { createPages, groupBytes, type Pages } from '../cache/pages.ts'
import type { Sampler } from './open-sampler.ts'
import { createBufferPool, type Arrays, type BufferPool } from '../memory/buffer-pool.ts'

/** The weights of a model, those that are trained side by side. */
export interface ModelArrays {
  readonly frozen: Arrays
  readonly trained: Arrays
}

export interface Model {
  readonly name: string
  readonly config: ModelConfig
  readonly shapes: ReadonlyMap<string, readonly number[]>
  readonly rotary: RotaryTable
  readonly pages: Pages
  readonly contexts: Contexts
  sampler: Sampler | null
  readonly buffers: BufferPool
  /** Those of `weights` that are not trained. */
  readonly frozen: Arrays
  weights: Arrays
  /** Updates that the weights have had. */
  version: number
}

export function modelWith(name: string, config: ModelConfig, { frozen, trained }: ModelArrays, version: number): Model {
  const rotary = rotaryTable(config, paddedLength(config.max_position_embeddings))
  const pages = createPages(byPosition(rotary), groupBytes(config))
  return {
    name,
    config,
    shapes: tensorShapes(config),
    rotary,
    pages,
    contexts: createContexts(pages),
    sampler: null,
    buffers: createBufferPool(trainedShapes(config)),
    frozen,
    weights: new Map([...frozen, ...trained]),
    version,
  }
}

/** The cosines and then the sines of each position. */
function byPosition({ shape: [positions, half], cos, sin }: RotaryTable): Float32Array {
  const table = new Float32Array(2 * positions * half)
  for (let start = 0; start < cos.length; start += half) {
    table.set(cos.subarray(start, start + half), 2 * start)
    table.set(sin.subarray(start, start + half), 2 * start + half)
  }
  return table
}
