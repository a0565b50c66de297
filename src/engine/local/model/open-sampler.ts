import type { AdapterInput } from '../../graph/sampling-adapter.ts'
import type { Feeds, OpenGraph } from '../sessions/engine.ts'

export interface Sampler {
  /** Of the weights inside the graphs. */
  readonly inside: number
  /** Of the weights, with those of an adapter. */
  readonly version: number
  readonly parts: readonly SamplerPart[]
  readonly close: () => Promise<void>
}

export interface SamplerPart {
  readonly graph: OpenGraph
  readonly inputs: readonly AdapterInput[]
  /** The values of `inputs`. */
  readonly adapter: Feeds
}
