/** Small models, sequences and requests for the laws of engines. */
import fc from 'fast-check'
import type {
  Example,
  ModelState,
  OptimStepResult,
  SampleRequest,
  Sequence,
  Tensor,
  AdamwSettings,
} from '../../../src/contracts/models/device.ts'
import type { Objective } from '../../../src/losses/objective.ts'
import { adamDefaults } from '../../../src/math/adamw.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import type { ModelConfig } from '../../../src/contracts/models/model-config.ts'
import { initialise } from '../../../src/model/tensors/initialise.ts'

export const vocabulary = 23

export const smallConfig: ModelConfig = {
  vocab_size: vocabulary,
  hidden_size: 16,
  intermediate_size: 24,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  max_position_embeddings: 96,
  rms_norm_eps: 1e-6,
  rope_theta: 10000,
  tie_word_embeddings: true,
}

/** A model whose every weight matters: fresh ones are so near 0 that wrong gradients would hide. */
export function livelyModel(config: ModelConfig, seed: number): ModelState {
  const state = initialise(config, rootKey(seed))
  const weights = Object.entries(state.weights).map(([name, { shape, data }]): [string, Tensor] => {
    const random = randomFrom(derive(rootKey(seed), 'lively', name))
    return [name, { shape, data: data.map(weight => weight + 0.25 * random.normal()) }]
  })
  return { config, weights: Object.fromEntries(weights) }
}

export const objectives: readonly Objective[] = [
  { kind: 'cross-entropy' },
  { kind: 'clipped', clip: 0.2, klWeight: 0.1 },
]

/** Few cases and no search for a smaller failing one: an engine is slow. */
export const runs = { numRuns: 8, endOnFailure: true }

/** A gradient step that leaves the plain gradient in the first moment. */
export const bareUpdate: AdamwSettings = {
  learningRate: 0,
  clipNorm: Infinity,
  beta1: 0,
  beta2: 0,
  epsilon: 1e-8,
  weightDecay: 0,
}

export const usualUpdate: AdamwSettings = {
  learningRate: 1e-2,
  ...adamDefaults,
  weightDecay: 0.01,
}

/** The norm of an engine that can say it. */
export const normOf = ({ gradientNorm }: OptimStepResult): number => gradientNorm ?? NaN

export const ids = (most: number, least = 1): fc.Arbitrary<Int32Array> =>
  fc
    .array(fc.integer({ min: 0, max: vocabulary - 1 }), { minLength: least, maxLength: most })
    .map(tokens => Int32Array.from(tokens))

export const chain = (most: number, least = 2): fc.Arbitrary<Sequence> => ids(most, least).map(tokens => ({ tokens }))

/** Any tree with one first token. */
export const tree = (most: number, least = 2): fc.Arbitrary<Sequence> =>
  ids(most, least).chain(tokens =>
    fc
      .array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
        minLength: tokens.length,
        maxLength: tokens.length,
      })
      .map(shares => ({
        tokens,
        parents: Int32Array.from(shares, (share, index) => Math.floor(share * index) - (index === 0 ? 1 : 0)),
      })),
  )

export const request = (sequenceId: string): fc.Arbitrary<SampleRequest> =>
  fc
    .record({
      tokens: ids(40),
      promptSuffix: ids(3, 0),
      count: fc.integer({ min: 1, max: 3 }),
      maxTokens: fc.integer({ min: 1, max: 5 }),
      temperature: fc.constantFrom(0, 0.7, 1),
      topP: fc.constantFrom(0.8, 1),
      seed: fc.nat(),
    })
    .map(({ seed, ...rest }) => ({ ...rest, sequenceId, appendToContext: false, stop: [0, 1], key: rootKey(seed) }))

/** The likeliest 4 tokens. */
export const greedy = (sequenceId: string, tokens: Int32Array): SampleRequest => ({
  sequenceId: sequenceId,
  tokens,
  promptSuffix: new Int32Array(0),
  count: 1,
  appendToContext: false,
  maxTokens: 4,
  temperature: 0,
  topP: 1,
  stop: [],
  key: rootKey(1),
})

/** The tokens from the first to this one, as plain text. */
export function pathTo({ tokens, parents }: Sequence, token: number): Int32Array {
  const path: number[] = []
  for (let at = token; at >= 0; at = parents?.[at] ?? at - 1) path.unshift(tokens[at]!)
  return Int32Array.from(path)
}

/** Two spans of a sequence of at least 6 tokens, one clipped away from its old log-probabilities and one not. */
export function exampleOf(sequence: Sequence, logprobs: Float32Array): Example {
  const middle = Math.floor(sequence.tokens.length / 2)
  const { length } = sequence.tokens
  return {
    sequence,
    spans: [
      {
        start: 1,
        end: middle,
        advantage: 0.7,
        weight: 1,
        oldLogprobs: logprobs.slice(1, middle).map(old => old + 0.05),
      },
      {
        start: middle,
        end: length,
        advantage: -1.1,
        weight: 2,
        oldLogprobs: logprobs.slice(middle).map(old => old + 1),
      },
    ],
  }
}
