/**
 * The sampling graphs of a model: opened when first needed, closed when the weights inside change. An adapter's weights are not inside, so that
 * its updates close nothing.
 */
import { samplingGraphs } from '../../graph/sampling-graphs.ts'
import { isLarge } from '../../../model/tensors/memory.ts'
import type { Engine } from '../sessions/engine.ts'
import type { Model } from '../model/model.ts'
import type { Sampler, SamplerPart } from '../model/open-sampler.ts'

/** The model's sampler for its present weights. */
export async function samplerOf(engine: Engine, model: Model): Promise<Sampler> {
  const { config, version } = model
  const inside = config.lora === undefined ? version : 0
  if (model.sampler?.inside !== inside) {
    await model.sampler?.close()
    model.sampler = null
    model.sampler = await openSampler(engine, model, inside)
  }
  if (model.sampler.version !== version) {
    const parts = model.sampler.parts.map(part => withAdapter(part, model))
    model.sampler = { ...model.sampler, version, parts }
  }
  return model.sampler
}

async function openSampler(engine: Engine, model: Model, inside: number): Promise<Sampler> {
  const { config, weights, version } = model
  const parts: SamplerPart[] = []
  for (const { graph, adapter: inputs } of samplingGraphs(config, weights))
    parts.push(withAdapter({ graph: await engine.open(graph, isLarge(config)), inputs }, model))
  const close = async (): Promise<void> => {
    for (const { graph } of parts) await graph.close()
  }
  return { inside, version, parts, close }
}

const withAdapter = (part: Omit<SamplerPart, 'adapter'>, { weights }: Model): SamplerPart => ({
  ...part,
  adapter: Object.fromEntries(part.inputs.map(({ name, shape, of }) => [name, [of(weights), shape]])),
})
