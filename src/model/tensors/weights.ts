/** The weights of a model's folder: one file, or shards with an index. */
import { join } from 'node:path'
import { z } from 'zod'
import type { Tensor } from '../../contracts/models/device.ts'
import { readIfThere } from '../../files/read-if-there.ts'
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { allFinite } from '../../math/all-finite.ts'
import { shortened } from '../../text/preview.ts'
import { parseJson, requiredFile } from '../files/required-file.ts'
import { parsed } from '../../text/parsed.ts'
import { decodeSafetensors } from './safetensors.ts'
import { tensorShapes } from './tensors.ts'

export type Tensors = Readonly<Record<string, Tensor>>

const whole = 'model.safetensors'
const indexName = 'model.safetensors.index.json'
const index = z.object({ weight_map: z.record(z.string(), z.string().regex(/^[^/\\]+\.safetensors$/)) })

/**
 * Reads model.safetensors, else the shards that model.safetensors.index.json names, one after the other.
 * A head that equals the embedding it is tied to is passed over.
 *
 * @throws {RangeError} if a file is missing or corrupt, or a tensor is missing, unknown, misshapen, or in another shard
 * than the index says; file and tensor named.
 */
export async function loadWeights(folder: string, config: ModelConfig): Promise<Tensors> {
  const single = await readIfThere(join(folder, whole))
  const indexed = single === undefined ? await readIfThere(join(folder, indexName)) : undefined
  const [source, tensors] =
    indexed === undefined
      ? [
          join(folder, whole),
          decodeSafetensors(single ?? (await requiredFile(folder, whole)), join(folder, whole)).tensors,
        ]
      : [folder, await loadShards(folder, indexed)]
  const shapes = tensorShapes(config)
  const named = inOurNames(tensors, shapes)
  const weights = config.tie_word_embeddings ? withoutTiedHead(named, source) : named
  requireTensors(shapes, weights, source)
  return weights
}

async function loadShards(folder: string, bytes: Buffer): Promise<Tensors> {
  const path = join(folder, indexName)
  const { weight_map } = parsed(path, index, parseJson(bytes, path))
  const shardOf = new Map(Object.entries(weight_map))
  const tensors: Record<string, Tensor> = {}
  for (const shard of new Set(shardOf.values())) {
    const found = await readIfThere(join(folder, shard))
    if (found === undefined)
      throw new RangeError(`there is no ${shortened(shard, 80)} in ${folder}, which its ${indexName} names`)
    const own = decodeSafetensors(found, join(folder, shard)).tensors
    for (const [name, tensor] of Object.entries(own)) {
      const wanted = shardOf.get(name)
      if (wanted !== shard)
        throw new RangeError(
          `${join(folder, shard)} has a tensor ${shortened(name, 80)}, which the index puts into ${shortened(wanted ?? 'no shard', 80)}`,
        )
      tensors[name] = tensor
    }
    const missing = [...shardOf].find(([name, wanted]) => wanted === shard && !Object.hasOwn(own, name))
    if (missing !== undefined)
      throw new RangeError(
        `${join(folder, shard)} has no tensor ${shortened(missing[0], 80)}, which the index puts there`,
      )
  }
  return tensors
}

/**
 * As transformers takes tensors: those of a model that was saved without its head get the prefix `model.`, and the frequencies of
 * rotary positions, which older versions kept, are left out.
 * Source: `_adjust_missing_and_unexpected_keys` of modeling_utils.py and `base_model_prefix` in core_model_loading.py, transformers 5.24.
 */
function inOurNames(tensors: Tensors, shapes: ReadonlyMap<string, readonly number[]>): Tensors {
  return Object.fromEntries(
    Object.entries(tensors).flatMap(([name, tensor]) => {
      if (name.includes('rotary_emb.inv_freq')) return []
      const full = `model.${name}`
      return [[!shapes.has(name) && shapes.has(full) && !Object.hasOwn(tensors, full) ? full : name, tensor]]
    }),
  )
}

/** @throws {RangeError} naming the first tensor with a number that is not finite, the number and its place. */
export function requireFinite(tensors: Tensors, source: string): void {
  const wrong = Object.entries(tensors).find(([, { data }]) => !allFinite(data))
  if (wrong === undefined) return
  const [name, { data }] = wrong
  const place = data.findIndex(value => !Number.isFinite(value))
  throw new RangeError(
    `${source}: tensor ${shortened(name, 80)} must be finite, got ${data[place]} at element ${place}`,
  )
}

/** Some programs write the head of a tied model too. @throws {RangeError} if it is not the embedding. */
function withoutTiedHead(tensors: Tensors, source: string): Tensors {
  const { 'lm_head.weight': head, ...rest } = tensors
  if (head === undefined) return tensors
  const embedding = rest['model.embed_tokens.weight']
  const same =
    head.shape.join() === embedding?.shape.join() && head.data.every((value, place) => value === embedding.data[place])
  if (same) return rest
  throw new RangeError(
    `${source}: tensor lm_head.weight differs from model.embed_tokens.weight, and config.json ties them (tie_word_embeddings)`,
  )
}

/** @throws {RangeError} unless `tensors` are those named, each of its shape. */
export function requireTensors(shapes: ReadonlyMap<string, readonly number[]>, tensors: Tensors, source: string): void {
  for (const [name, wanted] of shapes) {
    const found = Object.hasOwn(tensors, name) ? tensors[name] : undefined
    if (found === undefined) throw new RangeError(`${source} has no tensor ${name}, which its config wants`)
    if (found.shape.join() !== wanted.join()) {
      throw new RangeError(
        `${source}: tensor ${name} has the shape [${shortened(found.shape.join(', '), 80)}], its config wants [${wanted.join(', ')}]`,
      )
    }
  }
  const extra = Object.keys(tensors).find(name => !shapes.has(name))
  if (extra !== undefined)
    throw new RangeError(`${source} has a tensor ${shortened(extra, 80)} that its config does not want`)
}
