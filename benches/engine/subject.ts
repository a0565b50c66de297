/** The model and the tokens that both sides compute with. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Example, ModelState, SampleRequest, AdamwSettings } from '../../src/contracts/models/device.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { saveModel } from '../../src/model/checkpoint.ts'
import type { ModelConfig } from '../../src/contracts/models/model-config.ts'
import { initialise } from '../../src/model/tensors/initialise.ts'

export const vocabulary = 256

/** Two layers of four heads, as wide inside as SwiGLU needs to equal 4 × width of two matrices. */
export function configOf(width: number, positions: number, keyHeads = 4): ModelConfig {
  return {
    vocab_size: vocabulary,
    hidden_size: width,
    intermediate_size: Math.round((8 * width) / 3 / 4) * 4,
    num_hidden_layers: 2,
    num_attention_heads: 4,
    num_key_value_heads: keyHeads,
    max_position_embeddings: positions,
    rms_norm_eps: 1e-6,
    rope_theta: 10000,
    tie_word_embeddings: true,
  }
}

export interface Subject {
  readonly state: ModelState
  /** The same weights on disk. */
  readonly folder: string
  readonly remove: () => Promise<void>
}

export async function makeSubject(width: number, positions: number, keyHeads = 4): Promise<Subject> {
  const parent = await mkdtemp(join(tmpdir(), 'engine-'))
  const folder = join(parent, 'model')
  const state = initialise(configOf(width, positions, keyHeads), rootKey(1))
  await saveModel(folder, state)
  return { state, folder, remove: () => rm(parent, { recursive: true }) }
}

/** `batch` sequences of `length` random ids. */
export function randomTokens(batch: number, length: number): readonly Int32Array[] {
  const random = randomFrom(rootKey(7))
  return Array.from({ length: batch }, () => Int32Array.from({ length }, () => random.integer(vocabulary)))
}

/** Cross-entropy of every token but the first. */
export function examplesOf(tokens: readonly Int32Array[]): readonly Example[] {
  return tokens.map(sequence => ({
    sequence: { tokens: sequence },
    spans: [{ start: 1, end: sequence.length, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }],
  }))
}

/** One sample of `maxTokens` after each prompt, no token ending it. */
export function requestsOf(prompts: readonly Int32Array[], maxTokens: number): readonly SampleRequest[] {
  return prompts.map((tokens, index) => ({
    sequenceId: `prompt ${index}`,
    tokens,
    promptSuffix: new Int32Array(0),
    count: 1,
    appendToContext: false,
    maxTokens,
    temperature: 1,
    topP: 1,
    stop: [],
    key: derive(rootKey(3), index),
  }))
}

export const adamw: AdamwSettings = {
  learningRate: 1e-4,
  clipNorm: 1,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  weightDecay: 0,
}
