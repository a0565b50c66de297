import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { preview } from '../../text/preview.ts'
import { parseModelConfig } from '../config.ts'
import { rotaryLayers } from '../tensors/architecture.ts'
import { headSize } from '../tensors/tensors.ts'
import type { GgufValue } from './read-gguf.ts'
import type { TypedValue } from './write-gguf.ts'
import { inFile } from '../files/required-file.ts'

/** Fields by their names after the architecture's, as in `llama.block_count`; true for those that are float32. */
const fields: Readonly<Record<string, readonly [key: string, float?: true]>> = {
  num_hidden_layers: ['block_count'],
  max_position_embeddings: ['context_length'],
  hidden_size: ['embedding_length'],
  intermediate_size: ['feed_forward_length'],
  num_attention_heads: ['attention.head_count'],
  num_key_value_heads: ['attention.head_count_kv'],
  rms_norm_eps: ['attention.layer_norm_rms_epsilon', true],
  rope_theta: ['rope.freq_base', true],
}

/**
 * The shape of a model among the values of a GGUF file.
 *
 * @throws {RangeError} if it lacks rotary positions in other layers than llama.cpp has it.
 */
export function configValues(config: ModelConfig, name: string): ReadonlyMap<string, TypedValue> {
  const { model_type: type = 'qwen2' } = config
  const size = headSize(config)
  const known = rotaryLayers(config.num_hidden_layers, 4)
  if (config.no_rope_layers?.some((rotary, layer) => rotary !== known[layer]) === true)
    throw new RangeError(
      `no_rope_layers must be 0 for every fourth layer, as llama.cpp has it, got ${preview(config.no_rope_layers)}`,
    )
  const own = new Map(Object.entries(config))
  const sizes = { vocab_size: config.vocab_size, 'rope.dimension_count': size, 'attention.key_length': size }
  return new Map<string, TypedValue>([
    ['general.architecture', { text: type }],
    ['general.name', { text: name }],
    ['general.file_type', { uint32: 0 }],
    ...Object.entries(fields).map(([field, [key, float]]): [string, TypedValue] => {
      const value = Number(own.get(field))
      return [`${type}.${key}`, float ? { float32: value } : { uint32: value }]
    }),
    ...Object.entries({ ...sizes, 'attention.value_length': size }).map(([key, uint32]): [string, TypedValue] => [
      `${type}.${key}`,
      { uint32 },
    ]),
  ])
}

/**
 * The shape of the model in a GGUF file.
 *
 * @param tensors its names of tensors, and their shapes.
 * @throws {RangeError} naming the value that is missing, or not of a model that is supported.
 */
export function configOf(
  values: ReadonlyMap<string, GgufValue>,
  shapes: ReadonlyMap<string, readonly number[]>,
  source: string,
): ModelConfig {
  const type = values.get('general.architecture') ?? null
  const value = (key: string): GgufValue | undefined => values.get(`${String(type)}.${key}`)
  const scaling = value('rope.scaling.type')
  if (scaling !== undefined && scaling !== 'none')
    throw new RangeError(`${source}: rope.scaling.type must be none, got ${preview(scaling)}`)
  const found = Object.entries(fields).map(([field, [key]]) => [field, rounded(value(key) ?? defaults[key])])
  const [heads, width] = [value('attention.head_count'), value('embedding_length')]
  const share = Number(width) / Number(heads)
  const own = value('attention.key_length') ?? share
  return inFile(source, () =>
    parseModelConfig({
      ...Object.fromEntries(found),
      model_type: type,
      vocab_size: shapes.get('token_embd.weight')?.[0],
      ...(type === 'qwen3' || own !== share ? { head_dim: own } : {}),
      tie_word_embeddings: !shapes.has('output.weight'),
    }),
  )
}

/** What llama.cpp takes where a file does not say. */
const defaults: Readonly<Record<string, number>> = { 'rope.freq_base': 10000 }

/** The shortest number that float32 holds so: 0.00001 is kept as 0.00000999999974. */
const rounded = (value: GgufValue | undefined): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(7)) : value
