/** The sampling graph of a model at one state of its weights: opened when first needed, closed when the weights change. */
import { samplingGraph } from '../graph/sampling-graph.ts'
import type { Engine, OpenGraph } from './engine.ts'
import type { Model } from './model.ts'

export interface Sampler extends OpenGraph {
  /** Of the weights it was made of. */
  readonly version: number
}

/** The model's sampler for its present weights. */
export async function samplerOf(engine: Engine, model: Model): Promise<Sampler> {
  const { config, weights, version } = model
  if (model.sampler?.version === version) return model.sampler
  await model.sampler?.close()
  model.sampler = null
  model.sampler = { version, ...(await engine.open(samplingGraph(config, weights))) }
  return model.sampler
}
