/** The sampling graph of a model at one state of its weights: opened when first needed, closed when the weights change. */
import { samplingGraph } from '../graph/sampling-graph.ts'
import type { Engine, OpenGraph } from './engine.ts'
import type { Model } from './model.ts'
import type { Arrays } from './spares.ts'

export interface Sampler extends OpenGraph {
  /** The weights it was made of. */
  readonly weights: Arrays
}

/** The model's sampler for its present weights. */
export async function samplerOf(engine: Engine, model: Model): Promise<Sampler> {
  if (model.sampler?.weights === model.weights) return model.sampler
  await model.sampler?.close()
  model.sampler = null
  const { config, weights } = model
  model.sampler = { weights, ...(await engine.open(samplingGraph(config, weights))) }
  return model.sampler
}
