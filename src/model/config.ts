import { shown } from '../text/shown.ts'
import { parseLora } from './lora/lora-config.ts'
import { modelTypes, type ModelConfig, type ModelType } from '../contracts/models/model-config.ts'

type Check = readonly [wanted: string, fits: (value: unknown) => boolean]

const positiveInteger: Check = ['a positive integer', value => Number.isSafeInteger(value) && Number(value) >= 1]
const positiveNumber: Check = ['a positive number', value => Number.isFinite(value) && Number(value) > 0]

const checks: Readonly<Record<Exclude<keyof ModelConfig, 'model_type' | 'lora'>, Check>> = {
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

/** The values of other settings of transformers' that are supported; a file may leave them out. */
const supported: Readonly<Record<string, readonly unknown[]>> = {
  hidden_act: ['silu'],
  use_sliding_window: [false],
  rope_scaling: [null],
  attention_bias: [false],
  mlp_bias: [false],
}

/**
 * Checks a model's configuration: Hugging Face's config.json, or the fields of `ModelConfig` alone. Fields that
 * change nothing in the forward pass are passed over.
 *
 * @throws {RangeError} naming each wrong field, with the value found and the value wanted.
 */
export function parseModelConfig(value: unknown): ModelConfig {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RangeError(`a model's config must be an object, got ${shown(value)}`)
  }
  const fields = withRopeTheta(new Map<string, unknown>(Object.entries(value)))
  const wrong: string[] = []
  const { model_type: type = 'qwen2' } = Object.fromEntries(fields)
  if (!isModelType(type)) {
    throw new RangeError(
      `model_type must be one of ${modelTypes.join(', ')}, got ${shown(type)}: other architectures are not supported`,
    )
  }
  for (const [name, allowed] of Object.entries(supported)) {
    const found = fields.get(name)
    if (found !== undefined && !allowed.includes(found))
      wrong.push(`${name} must be ${shown(allowed[0])}, got ${shown(found)}`)
  }
  const misfits: string[] = []
  const own: Record<string, unknown> = type === 'qwen2' ? {} : { model_type: type }
  for (const [name, [wanted, fits]] of Object.entries(checks)) {
    const found = fields.get(name)
    if (name === 'head_dim' && type !== 'qwen3' && (found === undefined || found === null)) continue
    own[name] = found
    if (!fits(found)) misfits.push(`${name} must be ${wanted}, got ${shown(found)}`)
  }
  /* Its fields have been checked by name. */
  const config = own as unknown as ModelConfig
  const lora = fields.get('lora')
  if (lora !== undefined) own['lora'] = parseLora(lora)
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

/** Newer files have rope_theta inside rope_parameters, whose only type here is the default. */
function withRopeTheta(fields: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  const parameters = fields.get('rope_parameters')
  if (fields.has('rope_theta') || typeof parameters !== 'object' || parameters === null) return fields
  const { rope_theta, rope_type } = { rope_theta: undefined, rope_type: undefined, ...parameters }
  if (rope_type !== undefined && rope_type !== 'default') {
    throw new RangeError(`rope_parameters.rope_type must be 'default', got ${shown(rope_type)}`)
  }
  return new Map([...fields, ['rope_theta', rope_theta]])
}
