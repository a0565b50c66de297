import { preview } from '../text/preview.ts'
import { parseLora } from './lora/lora-config.ts'
import { rotaryLayers } from './tensors/architecture.ts'
import { modelTypes, type IdRange, type ModelConfig, type ModelType } from '../contracts/models/model-config.ts'

type Check = readonly [wanted: string, fits: (value: unknown) => boolean]

const positiveInteger: Check = ['a positive integer', value => Number.isSafeInteger(value) && Number(value) >= 1]
const positiveNumber: Check = ['a positive number', value => Number.isFinite(value) && Number(value) > 0]

const checks: Readonly<
  Record<Exclude<keyof ModelConfig, 'model_type' | 'no_rope_layers' | 'lora' | 'missing_ids'>, Check>
> = {
  vocab_size: positiveInteger,
  hidden_size: positiveInteger,
  intermediate_size: positiveInteger,
  num_hidden_layers: positiveInteger,
  num_attention_heads: positiveInteger,
  num_key_value_heads: positiveInteger,
  head_dim: positiveInteger,
  max_position_embeddings: positiveInteger,
  rms_norm_eps: positiveNumber,
  rope_theta: positiveNumber,
  tie_word_embeddings: ['a boolean', value => typeof value === 'boolean'],
}

/** The values of other settings of transformers' that are supported, by the classes that read them; a file may leave them out. */
const supported: Readonly<Record<string, readonly [values: readonly unknown[], types: readonly ModelType[]]>> = {
  hidden_act: [['silu', 'swish'], modelTypes],
  use_sliding_window: [[false], ['qwen2', 'qwen3', 'smollm3']],
  attention_bias: [[false], ['qwen3', 'llama', 'smollm3']],
  mlp_bias: [[false], ['llama', 'smollm3']],
}

/**
 * Checks a model's configuration: Hugging Face's config.json, or the fields of `ModelConfig` alone. Fields that
 * change nothing in the forward pass are passed over.
 *
 * @throws {RangeError} naming each wrong field, with the value found and the value wanted.
 */
export function parseModelConfig(value: unknown): ModelConfig {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RangeError(`a model's config must be an object, got ${preview(value)}`)
  }
  const wrong: string[] = []
  const fields = withRope(new Map<string, unknown>(Object.entries(value)), wrong)
  const { model_type: type = 'qwen2' } = Object.fromEntries(fields)
  if (!isModelType(type)) {
    throw new RangeError(
      `model_type must be one of ${modelTypes.join(', ')}, got ${preview(type)}: other architectures are not supported`,
    )
  }
  for (const [name, [allowed, types]] of Object.entries(supported)) {
    const found = fields.get(name)
    if (found !== undefined && types.includes(type) && !allowed.includes(found))
      wrong.push(`${name} must be ${preview(allowed[0])}, got ${preview(found)}`)
  }
  const misfits: string[] = []
  const own: Record<string, unknown> = type === 'qwen2' ? {} : { model_type: type }
  for (const [name, [wanted, fits]] of Object.entries(checks)) {
    const found = fields.get(name)
    if (name === 'head_dim' && type !== 'qwen3' && (found === undefined || found === null)) continue
    own[name] = found
    if (!fits(found)) misfits.push(`${name} must be ${wanted}, got ${preview(found)}`)
  }
  /* Its fields have been checked by name. */
  const config = own as unknown as ModelConfig
  if (type === 'smollm3' && misfits.length === 0) own['no_rope_layers'] = rotaryLayersIn(fields, config, misfits)
  const lora = fields.get('lora')
  if (lora !== undefined) own['lora'] = parseLora(lora)
  const missing = fields.get('missing_ids')
  if (missing !== undefined) own['missing_ids'] = missingIdsOf(missing, config.vocab_size)
  wrong.push(...(misfits.length > 0 ? misfits : inconsistencies(config)))
  if (wrong.length > 0) throw new RangeError(`bad model config: ${wrong.join('; ')}`)
  return config
}

function isModelType(type: unknown): type is ModelType {
  return modelTypes.some(known => known === type)
}

function inconsistencies(config: ModelConfig): readonly string[] {
  const { hidden_size: hidden, num_attention_heads: heads, num_key_value_heads: keyHeads, head_dim: size } = config
  const wrong: string[] = []
  if (size === undefined && hidden % (2 * heads) !== 0) {
    wrong.push(`hidden_size must be a multiple of 2 × num_attention_heads (${2 * heads}), got ${hidden}`)
  }
  if (heads % keyHeads !== 0) {
    wrong.push(`num_key_value_heads must divide num_attention_heads (${heads}), got ${keyHeads}`)
  }
  if (size !== undefined && size % 2 !== 0) wrong.push(`head_dim must be even, got ${size}`)
  return wrong
}

/**
 * Rotary positions are of the default kind alone. Its theta is the first found of rope_scaling, rope_parameters and the top level.
 * Source: `convert_rope_params_to_dict` of transformers 5.24.
 */
function withRope(fields: ReadonlyMap<string, unknown>, wrong: string[]): ReadonlyMap<string, unknown> {
  const name = ['rope_scaling', 'rope_parameters'].find(each => isGiven(fields.get(each)))
  if (name === undefined) return fields
  const found = fields.get(name)
  const none = { rope_type: undefined, type: 'default', rope_theta: undefined }
  const {
    type,
    rope_type = type,
    rope_theta,
  } = typeof found === 'object' ? { ...none, ...found } : { ...none, type: found }
  if (rope_type !== 'default')
    wrong.push(
      name === 'rope_scaling'
        ? `rope_scaling must be null, got ${preview(found)}`
        : `rope_parameters.rope_type must be 'default', got ${preview(rope_type)}`,
    )
  return rope_theta === undefined ? fields : new Map([...fields, ['rope_theta', rope_theta]])
}

/** As listed, or by their interval. */
function rotaryLayersIn(
  fields: ReadonlyMap<string, unknown>,
  { num_hidden_layers: count }: ModelConfig,
  misfits: string[],
): readonly unknown[] {
  const interval = fields.get('no_rope_layer_interval') ?? 4
  if (!positiveInteger[1](interval))
    misfits.push(`no_rope_layer_interval must be ${positiveInteger[0]}, got ${preview(interval)}`)
  const listed = fields.get('no_rope_layers') ?? null
  if (listed === null) return rotaryLayers(count, Number(interval))
  if (Array.isArray(listed) && listed.length === count && listed.every(each => each === 0 || each === 1)) return listed
  misfits.push(`no_rope_layers must be null or ${count} times 0 or 1, got ${preview(listed)}`)
  return []
}

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && !(typeof value === 'object' && Object.keys(value).length === 0)

/** @throws {RangeError} unless they are ascending ranges within the vocabulary. */
function missingIdsOf(found: unknown, size: number): readonly IdRange[] {
  const wanted = `ascending ranges [start, end) in [0, ${size}]`
  const bad = (): RangeError => new RangeError(`missing_ids must be ${wanted}, got ${preview(found)}`)
  if (!Array.isArray(found)) throw bad()
  let last = 0
  return found.map((range: unknown): IdRange => {
    const [start, end] = Array.isArray(range) ? Array.from<unknown>(range) : []
    if (!isId(start) || !isId(end) || start < last || end <= start || end > size) throw bad()
    last = end
    return [start, end]
  })
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value)
