/**
 * The decoder in plain TensorFlow.js, one sequence at a time: the fast engine's reference in tests.
 * Source: transformers' modeling_qwen2.py, modeling_qwen3.py, modeling_llama.py and modeling_smollm3.py.
 */
import * as tf from '@tensorflow/tfjs-core'
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { adapterScale } from '../../model/lora/lora.ts'
import { isRotary } from '../../model/tensors/architecture.ts'
import { adapterNames, headSize } from '../../model/tensors/tensors.ts'
import type { Sequence } from '../../contracts/models/device.ts'
import { maskOf } from '../semantics/missing-ids.ts'
import { depthsOf, parentsOf } from '../semantics/tree.ts'
import { matrixProduct, transposed } from './product.ts'
import { nth } from '../../math/nth.ts'

/** @returns [L, V] log p(next token | a token and its ancestors) for each token of the sequence, nats. */
export function nextLogprobs(
  config: ModelConfig,
  weights: ReadonlyMap<string, tf.Tensor>,
  sequence: Sequence,
): tf.Tensor {
  const parents = parentsOf(sequence)
  const angles = rotations(config, depthsOf(parents))
  const mask = ancestry(parents)
  const embedding = weight('model.embed_tokens.weight')

  let hidden = matrixProduct(oneHot(sequence.tokens, config.vocab_size), embedding)
  for (let layer = 0; layer < config.num_hidden_layers; layer += 1) hidden = block(layer, hidden)
  const head = config.tie_word_embeddings ? embedding : weight('lm_head.weight')
  const logits = matrixProduct(norm(hidden, 'model.norm.weight'), transposed(head))
  const missing = maskOf(config)
  return tf.logSoftmax(missing === null ? logits : tf.add(logits, tf.tensor1d(missing)))

  function block(layer: number, x: tf.Tensor): tf.Tensor {
    const named = (rest: string) => `model.layers.${layer}.${rest}`
    const middle = tf.add(x, attention(layer, norm(x, named('input_layernorm.weight'))))
    const inner = norm(middle, named('post_attention_layernorm.weight'))
    const gate = linear(inner, named('mlp.gate_proj'))
    const up = linear(inner, named('mlp.up_proj'))
    return tf.add(middle, linear(tf.mul(tf.mul(gate, tf.sigmoid(gate)), up), named('mlp.down_proj')))
  }

  /** Queries of heads that share keys are stacked below one another: [KV, heads / KV · L, D]. */
  function attention(layer: number, x: tf.Tensor): tf.Tensor {
    const named = (rest: string) => `model.layers.${layer}.self_attn.${rest}`
    const placed = (heads: tf.Tensor) => (isRotary(config, layer) ? rotate(heads, angles) : heads)
    const { num_attention_heads: heads, num_key_value_heads: keyHeads } = config
    const length = parents.length
    const size = headSize(config)
    const project = (part: string, count: number) => {
      const heads = tf.reshape(biased(x, named(`${part}_proj`)), [length, count, size])
      const weight = named(`${part}_norm.weight`)
      return tf.transpose(weights.has(weight) ? norm(heads, weight) : heads, [1, 0, 2])
    }
    const queries = tf.reshape(placed(project('q', heads)), [keyHeads, -1, size])
    const keys = placed(project('k', keyHeads))
    const scores = tf.mul(matrixProduct(queries, transposed(keys)), 1 / Math.sqrt(size))
    const shares = tf.softmax(tf.add(scores, tf.tile(mask, [heads / keyHeads, 1])))
    const mixed = tf.reshape(matrixProduct(shares, project('v', keyHeads)), [heads, length, size])
    return linear(tf.reshape(tf.transpose(mixed, [1, 0, 2]), [length, heads * size]), named('o_proj'))
  }

  function linear(x: tf.Tensor, name: string): tf.Tensor {
    const by = (rows: tf.Tensor, weight: tf.Tensor) => matrixProduct(rows, transposed(weight))
    const result = by(x, weight(`${name}.weight`))
    const { a, b } = adapterNames(`${name}.weight`)
    const [down, up] = [weights.get(a), weights.get(b)]
    if (config.lora === undefined || down === undefined || up === undefined) return result
    return tf.add(result, tf.mul(by(by(x, down), up), adapterScale(config.lora)))
  }

  function biased(x: tf.Tensor, name: string): tf.Tensor {
    const bias = weights.get(`${name}.bias`)
    return bias === undefined ? linear(x, name) : tf.add(linear(x, name), bias)
  }

  /** Root mean square over the last axis made 1, times the weight. */
  function norm(x: tf.Tensor, name: string): tf.Tensor {
    const meanSquare = tf.mean(tf.square(x), -1, true)
    return tf.mul(tf.mul(x, tf.rsqrt(tf.add(meanSquare, config.rms_norm_eps))), weight(name))
  }

  function weight(name: string): tf.Tensor {
    const tensor = weights.get(name)
    if (tensor === undefined) throw new Error(`the model has no weight named ${name}`)
    return tensor
  }
}

interface Angles {
  /** [L, D] */
  readonly cos: tf.Tensor
  /** [L, D] */
  readonly sin: tf.Tensor
}

/** x [.., L, D]: its halves a and b become a cos − b sin and b cos + a sin. */
function rotate(x: tf.Tensor, { cos, sin }: Angles): tf.Tensor {
  const [count, length, size] = x.shape
  if (count === undefined || length === undefined || size === undefined) throw new Error('heads have three axes')
  const half = size / 2
  const first = tf.slice(x, [0, 0, 0], [count, length, half])
  const second = tf.slice(x, [0, 0, half], [count, length, half])
  return tf.add(tf.mul(x, cos), tf.mul(tf.concat([tf.neg(second), first], 2), sin))
}

/** Angle position · theta^(−2 i / D) for i = 0 .. D/2 − 1, the same for both halves. */
function rotations(config: ModelConfig, positions: Int32Array): Angles {
  const size = headSize(config)
  const angles = Array.from(positions, position =>
    Array.from({ length: size }, (_, index) => position * config.rope_theta ** ((-2 * (index % (size / 2))) / size)),
  ).flat()
  const table = (wave: (angle: number) => number) =>
    tf.tensor2d(Float32Array.from(angles, wave), [positions.length, size])
  return { cos: table(Math.cos), sin: table(Math.sin) }
}

/** [L, L] 0 where the column's token is the row's or one of its ancestors, else so low that nothing is left of it. */
function ancestry(parents: Int32Array): tf.Tensor {
  const length = parents.length
  const mask = new Float32Array(length * length).fill(-1e9)
  parents.forEach((_, row) => {
    for (let column = row; column >= 0; column = nth(parents, column)) mask[row * length + column] = 0
  })
  return tf.tensor2d(mask, [length, length])
}

/** [L, size]: the embedding as a product, for WebAssembly has no gradient of gather. */
function oneHot(tokens: Int32Array, size: number): tf.Tensor {
  const rows = new Float32Array(tokens.length * size)
  tokens.forEach((token, row) => (rows[row * size + token] = 1))
  return tf.tensor2d(rows, [tokens.length, size])
}
