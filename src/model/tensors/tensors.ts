import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { architectureOf } from './architecture.ts'

/**
 * Every weight of the model: its Hugging Face name and its shape, in the order of the forward pass.
 * A linear layer's weight is [outputs, inputs]; q, k and v alone may have a bias. `lm_head.weight` is there only
 * when the logits do not use the embedding's own matrix.
 * Source: transformers' Qwen2ForCausalLM, Qwen3ForCausalLM and LlamaForCausalLM.
 */
export function tensorShapes(config: ModelConfig): ReadonlyMap<string, readonly number[]> {
  const { r: rank = 0, target_modules: targets = [] } = config.lora ?? {}
  const adapters = ([name, shape]: NamedShape): readonly NamedShape[] => {
    const [outputs = 0, inputs = 0] = shape
    const { a, b } = adapterNames(name)
    if (!targets.some(target => name.endsWith(`.${target}.weight`))) return [[name, shape]]
    return [
      [name, shape],
      [a, [rank, inputs]],
      [b, [outputs, rank]],
    ]
  }
  const hidden = config.hidden_size
  const inner = config.intermediate_size
  const queries = config.num_attention_heads * headSize(config)
  const keys = config.num_key_value_heads * headSize(config)
  const { biases, headNorms } = architectureOf(config)
  const bias = (name: string, size: number) => (biases ? [[`${name}.bias`, [size]] as const] : [])
  const headNorm = (name: string) => (headNorms ? [[`${name}.weight`, [headSize(config)]] as const] : [])
  const layer = (index: number): readonly NamedShape[] => {
    const name = (rest: string) => `model.layers.${index}.${rest}`
    return [
      [name('input_layernorm.weight'), [hidden]],
      [name('self_attn.q_proj.weight'), [queries, hidden]],
      ...bias(name('self_attn.q_proj'), queries),
      [name('self_attn.k_proj.weight'), [keys, hidden]],
      ...bias(name('self_attn.k_proj'), keys),
      [name('self_attn.v_proj.weight'), [keys, hidden]],
      ...bias(name('self_attn.v_proj'), keys),
      ...headNorm(name('self_attn.q_norm')),
      ...headNorm(name('self_attn.k_norm')),
      [name('self_attn.o_proj.weight'), [hidden, queries]],
      [name('post_attention_layernorm.weight'), [hidden]],
      [name('mlp.gate_proj.weight'), [inner, hidden]],
      [name('mlp.up_proj.weight'), [inner, hidden]],
      [name('mlp.down_proj.weight'), [hidden, inner]],
    ]
  }
  return new Map<string, readonly number[]>([
    ['model.embed_tokens.weight', [config.vocab_size, hidden]],
    ...Array.from({ length: config.num_hidden_layers }, (_, index) => layer(index).flatMap(adapters)).flat(),
    ['model.norm.weight', [hidden]],
    ...(config.tie_word_embeddings ? [] : [['lm_head.weight', [config.vocab_size, hidden]] as const]),
  ])
}

type NamedShape = readonly [name: string, shape: readonly number[]]

/** Names of the two factors of a weight's adapter. */
export function adapterNames(weight: string): { readonly a: string; readonly b: string } {
  const layer = weight.replace(/weight$/, '')
  return { a: `${layer}lora_A.weight`, b: `${layer}lora_B.weight` }
}

/** Of `tensorShapes` those that are trained: all, or the adapter's alone. */
export function trainedShapes(config: ModelConfig): ReadonlyMap<string, readonly number[]> {
  return new Map([...tensorShapes(config)].filter(([name]) => isTrained(config, name)))
}

/** Of `tensorShapes` those that are not. */
export function frozenShapes(config: ModelConfig): ReadonlyMap<string, readonly number[]> {
  return new Map([...tensorShapes(config)].filter(([name]) => !isTrained(config, name)))
}

const isTrained = ({ lora }: ModelConfig, name: string): boolean => lora === undefined || name.includes('.lora_')

/** Weights in all, a tied embedding counted once. */
export function parameterCount(config: ModelConfig, shapes = tensorShapes): number {
  const of = (layers: number): number =>
    [...shapes({ ...config, num_hidden_layers: layers }).values()].reduce((sum, shape) => sum + elements(shape), 0)
  const none = of(0)
  return none + config.num_hidden_layers * (of(1) - none)
}

/** D, the size of one attention head. */
export function headSize(config: ModelConfig): number {
  return config.head_dim ?? config.hidden_size / config.num_attention_heads
}

/** Elements of a tensor of this shape; 1 for a scalar. */
export function elements(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1)
}
