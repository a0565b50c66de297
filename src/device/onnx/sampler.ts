/** The sampling segments of a model at one state of its weights: opened when first needed, closed when the weights change. */
import { samplingGraph } from '../graph/sampling-graph.ts'
import type { Engine, Feeds, OpenGraph } from './engine.ts'
import type { Model } from './model.ts'
import type { Outputs } from './program.ts'
import type { Arrays } from './spares.ts'

export interface Sampler {
  /** The weights it was made of. */
  readonly weights: Arrays
  /** Segment `index` of [0, layers]; its outputs hold until its next run. */
  readonly run: (index: number, feeds: Feeds) => Promise<Outputs>
  readonly close: () => Promise<void>
}

/** The model's sampler for its present weights. */
export async function samplerOf(engine: Engine, model: Model): Promise<Sampler> {
  if (model.sampler?.weights === model.weights) return model.sampler
  await model.sampler?.close()
  model.sampler = null
  const { config, weights } = model
  const segments: OpenGraph[] = []
  for (let index = 0; index <= config.num_hidden_layers; index += 1) {
    segments.push(await engine.open(samplingGraph(config, weights, index)))
  }
  model.sampler = {
    weights,
    run: (index, feeds) => segments[index]!.run(feeds),
    close: async () => {
      for (const segment of segments) await segment.close()
    },
  }
  return model.sampler
}
