/** The sampling graphs of a model at one state of its weights: opened when first needed, closed when the weights change. */
import { samplingGraphs } from '../../graph/sampling-graphs.ts'
import { isLarge } from '../../../model/tensors/memory.ts'
import type { Engine, OpenGraph } from '../sessions/engine.ts'
import type { Model } from '../model/model.ts'
import type { Sampler } from '../model/open-sampler.ts'

/** The model's sampler for its present weights. */
export async function samplerOf(engine: Engine, model: Model): Promise<Sampler> {
  const { config, weights, version } = model
  if (model.sampler?.version === version) return model.sampler
  await model.sampler?.close()
  model.sampler = null
  const parts: OpenGraph[] = []
  const close = async (): Promise<void> => {
    for (const part of parts) await part.close()
  }
  for (const graph of samplingGraphs(config, weights)) parts.push(await engine.open(graph, isLarge(config)))
  model.sampler = { version, parts, close }
  return model.sampler
}
