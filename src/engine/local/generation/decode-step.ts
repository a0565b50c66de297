/** One forward pass over the new tokens of several sequences: the distribution of the token after the last of each. */
import { headSize } from '../../../model/tensors/tensors.ts'
import { ports } from '../../graph/sampling-graphs.ts'
import { attend } from '../cache/attend.ts'
import type { Model } from '../model/model.ts'
import type { Feed, Outputs } from '../sessions/program.ts'
import type { Feeds } from '../sessions/engine.ts'
import type { Sampler } from '../model/open-sampler.ts'
import { layOutChunks, type Chunk } from '../cache/prefill-chunks.ts'
import { lookUp } from '../../../math/look-up.ts'
import { nth } from '../../../math/nth.ts'

/** Distribution of the next token; both [V], the logits only if they were asked for. */
export interface NextTokenDistribution {
  readonly probs: Float32Array
  readonly logits: Float32Array | null
}

export interface DecodePass {
  readonly model: Model
  readonly sampler: Sampler
  /** Whether logits are wanted besides the probabilities. */
  readonly logits: boolean
}

/** @returns for each chunk the distribution of the token after its last one; valid until the next pass. */
export async function decodeStep(
  { model, sampler, logits }: DecodePass,
  chunks: readonly Chunk[],
): Promise<NextTokenDistribution[]> {
  const { config, pages } = model
  const layout = layOutChunks(pages, config, chunks)
  const { ids, lastRows, projected, width, attended } = layout
  const { num_attention_heads: heads, num_hidden_layers: layers } = config
  const size = headSize(config)
  const view = (place: number, rows: number, each: number): Feed => [
    new Float32Array(pages.buffer(), place, rows * each),
    [rows, each],
  ]
  const into = { [ports.projected]: view(projected, ids.length, width)[0] as Float32Array }
  const run = (part: number, feeds: Feeds, into: Readonly<Record<string, Float32Array>>): Promise<Outputs> => {
    const { graph, adapter } = nth(sampler.parts, part)
    return graph.run({ ...adapter, ...feeds }, into)
  }
  let before = embedded(model, ids)
  let output: Outputs = await run(0, { [ports.before]: before }, into)
  for (let layer = 0; layer < layers; layer += 1) {
    const last = layer === layers - 1
    attend(pages, config, layout, layer)
    if (layer > 0) before = output(ports.after)
    const feeds = {
      [ports.before]: before,
      [ports.attended]: view(attended, last ? chunks.length : ids.length, heads * size),
    }
    const further = last ? { rows: [lastRows, [chunks.length]] as Feed } : {}
    output = await run(layer + 1, { ...feeds, ...further }, into)
  }
  const [probs] = output('probs')
  const all = logits ? output('logits')[0] : null
  const { vocab_size: vocabulary } = config
  return chunks.map((_, index) => {
    const [start, end] = [index * vocabulary, (index + 1) * vocabulary]
    return { probs: probs.subarray(start, end), logits: all?.subarray(start, end) ?? null }
  })
}

/** The tokens' rows of the embedding, [N, W]. */
function embedded({ config: { hidden_size: width }, weights }: Model, ids: Int32Array): Feed {
  const table = lookUp(weights, 'model.embed_tokens.weight')
  const rows = new Float32Array(ids.length * width)
  ids.forEach((id, row) => rows.set(table.subarray(id * width, (id + 1) * width), row * width))
  return [rows, [ids.length, width]]
}
