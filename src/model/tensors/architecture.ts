import type { ModelConfig, ModelType } from '../../contracts/models/model-config.ts'

/** What sets decoders apart that are otherwise alike: rotary positions, grouped queries, SwiGLU, RMS norms; and `isRotary`. */
interface Architecture {
  /** The class of transformers. */
  readonly className: string
  /** Whether queries, keys and values have biases. */
  readonly biases: boolean
  /** Whether each head of queries and of keys is normed before it is rotated, all heads by the same weights. */
  readonly headNorms: boolean
}

/** Source: modeling_qwen2.py, modeling_qwen3.py, modeling_llama.py and modeling_smollm3.py of transformers 5. */
const architectures: Readonly<Record<ModelType, Architecture>> = {
  qwen2: { className: 'Qwen2ForCausalLM', biases: true, headNorms: false },
  qwen3: { className: 'Qwen3ForCausalLM', biases: false, headNorms: true },
  llama: { className: 'LlamaForCausalLM', biases: false, headNorms: false },
  smollm3: { className: 'SmolLM3ForCausalLM', biases: false, headNorms: false },
}

export function architectureOf({ model_type: type = 'qwen2' }: ModelConfig): Architecture {
  return architectures[type]
}

/**
 * For each layer 1, or 0 for every `interval`-th, which has no rotary positions.
 * Source: SmolLM3Config of transformers 5.24.
 */
export const rotaryLayers = (count: number, interval: number): readonly (0 | 1)[] =>
  Array.from({ length: count }, (_, layer) => ((layer + 1) % interval === 0 ? 0 : 1))

/** Whether the queries and keys of a layer are turned by their positions. */
export const isRotary = ({ no_rope_layers: layers }: ModelConfig, layer: number): boolean => layers?.[layer] !== 0
