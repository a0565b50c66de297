/** A model in one replica: its weights, replaced at each update of the optimiser, with its contexts and sampler. */
import type { ModelConfig } from '../../../contracts/model-config.ts'
import { tensorShapes } from '../../../model/tensors.ts'
import { rotaryTable, type RotaryTable } from '../../semantics/rotary.ts'
import { createContexts, type Contexts } from '../cache/contexts.ts'
import { paddedLength } from '../layout/pack.ts'
import { createPages, groupBytes, type Pages } from '../cache/pages.ts'
import type { Sampler } from './open-sampler.ts'
import { createBufferPool, type Arrays, type BufferPool } from '../memory/buffer-pool.ts'

export interface Model {
  readonly name: string
  readonly config: ModelConfig
  readonly shapes: ReadonlyMap<string, readonly number[]>
  readonly rotary: RotaryTable
  readonly pages: Pages
  readonly contexts: Contexts
  sampler: Sampler | null
  readonly buffers: BufferPool
  weights: Arrays
  /** Updates that the weights have had. */
  version: number
}

export function modelWith(name: string, config: ModelConfig, weights: Arrays, version: number): Model {
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
    buffers: createBufferPool(config),
    weights,
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
