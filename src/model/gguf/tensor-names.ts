import type { ModelConfig } from '../../contracts/models/model-config.ts'
import type { Tensor } from '../../contracts/models/device.ts'
import { elements, tensorShapes } from '../tensors/tensors.ts'

/**
 * Names of tensors in GGUF files by their Hugging Face names.
 * Source: gguf-py/gguf/tensor_mapping.py of llama.cpp.
 */
export function ggufNames(config: ModelConfig): ReadonlyMap<string, string> {
  return new Map([...tensorShapes(config).keys()].map(name => [name, ggufName(name)]))
}

const outside: Readonly<Record<string, string>> = {
  'model.embed_tokens': 'token_embd',
  'model.norm': 'output_norm',
  lm_head: 'output',
}

const inLayer: Readonly<Record<string, string>> = {
  input_layernorm: 'attn_norm',
  'self_attn.q_proj': 'attn_q',
  'self_attn.k_proj': 'attn_k',
  'self_attn.v_proj': 'attn_v',
  'self_attn.q_norm': 'attn_q_norm',
  'self_attn.k_norm': 'attn_k_norm',
  'self_attn.o_proj': 'attn_output',
  post_attention_layernorm: 'ffn_norm',
  'mlp.gate_proj': 'ffn_gate',
  'mlp.up_proj': 'ffn_up',
  'mlp.down_proj': 'ffn_down',
}

function ggufName(name: string): string {
  const [, layer, part = '', kind = ''] = /^(?:model\.layers\.(\d+)\.)?(.+)\.(weight|bias)$/.exec(name) ?? []
  const found = layer === undefined ? outside[part] : inLayer[part]
  if (found === undefined) throw new Error(`${name} has no name in GGUF`)
  return `${layer === undefined ? '' : `blk.${layer}.`}${found}.${kind}`
}

/**
 * Rows of queries and keys from the order of Hugging Face, a head's first half before its second, to that of llama.cpp's
 * `llama`, where each number of the first half comes before its partner; or back.
 */
export function interleaved(tensor: Tensor, headSize: number, back = false): Tensor {
  const { shape, data } = tensor
  const [rows = 0] = shape
  const width = elements(shape) / rows
  const half = headSize / 2
  const into = new Float32Array(data.length)
  for (let row = 0; row < rows; row += 1) {
    const place = row % headSize
    const other = row - place + 2 * (place % half) + Math.floor(place / half)
    const [from, to] = back ? [other, row] : [row, other]
    into.set(data.subarray(from * width, (from + 1) * width), to * width)
  }
  return { shape, data: into }
}

/** Whether `interleaved` applies: to llama.cpp's `llama` and `smollm3`. */
export const isInterleaved = ({ model_type: type }: ModelConfig, name: string): boolean =>
  (type === 'llama' || type === 'smollm3') && /\.self_attn\.[qk]_proj\./.test(name)
