/**
 * The verbs of an engine: everything that is computed on an accelerator, for any number of named
 * models. One actor owns the device; no other actor calls it.
 * Source: the four training verbs are those of the Tinker API (sample, forward_backward, optim_step, save/load).
 */
import type { Key } from '../../math/random.ts'
import type { Objective } from '../../losses/objective.ts'
import type { JsonSchema } from './json-schema.ts'
import type { ModelConfig } from './model-config.ts'
import type { EngineTraits } from './model-traits.ts'

/**
 * Tokens packed as a tree: a chain for plain text, a shared prefix with branches where many samples share a
 * context. A token attends to its ancestors and itself; its position is its depth.
 */
export interface Sequence {
  /** [L] token ids, each in [0, vocabulary). */
  readonly tokens: Int32Array
  /** [L] index of the token before each one, −1 for a first; parents[t] < t. Omitted: the chain t − 1. */
  readonly parents?: Int32Array
}

/** Generated tokens [start, end) of a sequence that are trained on together: one sample of the method. */
export interface Span {
  readonly start: number
  readonly end: number
  /** A of the policy-gradient objectives; unused by cross-entropy. */
  readonly advantage: number
  /** [end − start] log-probabilities before this iteration's updates, nats; empty for cross-entropy. */
  readonly oldLogprobs: Float32Array
  /** [end − start] of the objective `linear`: ∂loss/∂log-probability. */
  readonly coefficients?: Float32Array
  /** Weight of this sample in the mean over samples, > 0; 1 unless classes are balanced. */
  readonly weight: number
}

export interface Example {
  readonly sequence: Sequence
  /** At least one; each token of a span must have a parent. */
  readonly spans: readonly Span[]
}

export interface SampleRequest {
  /** Names the context that this request continues; an unknown name starts an empty one. */
  readonly sequenceId: string
  /** Appended to the context and kept. */
  readonly tokens: Int32Array
  /** Put before each sample and forgotten after it, like the samples unless `appendToContext`. May be empty. */
  readonly promptSuffix: Int32Array
  /** Independent samples, at least 1. */
  readonly count: number
  /** Whether the sample (count 1, no prompt suffix) joins the context. */
  readonly appendToContext: boolean
  /** Most tokens generated, a stop token included. */
  readonly maxTokens: number
  /** In (0, ∞); 0 means greedy. */
  readonly temperature: number
  /** Nucleus of cumulative probability in (0, 1]; 1 is off. */
  readonly topP: number
  /** Tokens that end a sample; the one drawn is part of it. */
  readonly stop: readonly number[]
  /** The form of the written text. Engines that can keep to it do; the others ignore it. */
  readonly schema?: JsonSchema
  /** Draw i of sample j comes from derive(key, j), independent of what else is in the batch. */
  readonly key: Key
}

/** Why an answer ended: by a stop token, or cut off at its most tokens. */
export type Finish = 'stop' | 'length'

export interface Sample {
  /** [n] generated ids, the stop token included. */
  readonly tokens: Int32Array
  /** [n] log p at temperature 1 over the whole vocabulary, nats: as `logprobs` gives it, to 1e-5. */
  readonly logprobs: Float32Array
  readonly finish: Finish
  /** Updates made by the model's optimiser when this was drawn: `Updated.step` of the weights it comes from. */
  readonly version: number
}

/** Sums over the spans of one `forwardBackward`, to be divided by `spans` or `tokens`. */
export interface LossSums {
  readonly spans: number
  readonly tokens: number
  /** Σ weight · loss of a span, nats. */
  readonly loss: number
  /** Σ weight. */
  readonly weight: number
  /** Σ over tokens of exp(−d) − 1 + d, nats; 0 for cross-entropy. */
  readonly kl: number
  /** Tokens at which the clip was active. */
  readonly clipped: number
  /** Σ over tokens of the entropy, at temperature 1, of the distribution each was predicted from, nats; `null` if the engine cannot say. */
  readonly entropy: number | null
  /** Tokens of the sequences, trained on or not. */
  readonly read: number
  /** Further tokens computed to fill up rectangles; 0 where nothing is padded. */
  readonly padding: number
}

export interface AdamwSettings {
  readonly learningRate: number
  /** Largest gradient norm; larger gradients are scaled down to it. */
  readonly clipNorm: number
  readonly beta1: number
  readonly beta2: number
  readonly epsilon: number
  readonly weightDecay: number
}

export interface OptimStepResult {
  /** Updates made by this model's optimiser so far. */
  readonly step: number
  /** L2 norm before clipping, of the mean over the weighted spans accumulated since the last update; `null` if the engine cannot say. */
  readonly gradientNorm: number | null
}

/** One named tensor, row-major. */
export interface Tensor {
  readonly shape: readonly number[]
  readonly data: Float32Array
}

/** All that is needed to continue training a model: weights by their Hugging Face names, and the optimiser. */
export interface ModelState {
  readonly config: ModelConfig
  readonly weights: Readonly<Record<string, Tensor>>
  /** Absent in a checkpoint without one: moments start at 0. */
  readonly optimiser?: {
    readonly step: number
    readonly first: Readonly<Record<string, Tensor>>
    readonly second: Readonly<Record<string, Tensor>>
  }
}

/**
 * Awaited between the runs of a call that takes several, so that other calls can use the device meanwhile: all but
 * `load` and `optimStep` of the model itself, which would change the weights in mid-call.
 */
export interface Pause {
  (): Promise<void>
  /** Whether another call waits for the device; left out, one always may. */
  readonly isWanted?: () => boolean
}

/**
 * A call is made when the last one has ended; only a `Pause` lets others in between. One that is asked again in the same state is answered
 * the same; a call that changes the state (`sample` with new tokens or `appendToContext`, `forwardBackward`, `optimStep`) is not to be
 * asked again.
 *
 * Unknown models, ids outside the vocabulary, sequences longer than the model's context and empty batches are a `RangeError` that names the
 * value; the device stays usable. A log-probability, loss, gradient, weight or moment that is not finite is a `NonFiniteError` naming the
 * model and the tensor; the model and what is accumulated are left as they were. A `sample` that throws leaves every context as it was.
 */
export interface Device {
  /** The same for every model, as long as the device is open. */
  readonly traits: EngineTraits
  /**
   * Puts a model under this name, replacing an earlier one, whose contexts are forgotten. Copies the arrays that it keeps: they may be in
   * memory that others read, and are not written to.
   */
  readonly load: (model: string, state: ModelState) => Promise<void>
  /**
   * @returns for each request its `count` samples. Requests that continue one context are answered in their order.
   * @throws {RangeError} also if a context, with all that is added, would be longer than the model's, or is empty.
   */
  readonly sample: (model: string, requests: readonly SampleRequest[]) => Promise<readonly (readonly Sample[])[]>
  /** Forgets contexts; unknown names are ignored. */
  readonly release: (model: string, sequenceIds: readonly string[]) => Promise<void>
  /** @returns for each sequence [L] log p(token | its ancestors), nats; 0 for first tokens. */
  readonly logprobs: (model: string, sequences: readonly Sequence[], pause?: Pause) => Promise<readonly Float32Array[]>
  /** Adds the gradient of Σ weight · loss(span) to the accumulated one. */
  readonly forwardBackward: (
    model: string,
    examples: readonly Example[],
    objective: Objective,
    pause?: Pause,
  ) => Promise<LossSums>
  /**
   * One AdamW step with the gradient of the weighted mean over all accumulated spans, then clears it. Running contexts
   * keep their tokens and are read with the new weights.
   *
   * @throws {RangeError} also if nothing is accumulated.
   */
  readonly optimStep: (model: string, options: AdamwSettings) => Promise<OptimStepResult>
  /** A copy that later updates do not change. */
  readonly save: (model: string) => Promise<ModelState>
  /** Gives back all memory. */
  readonly close: () => Promise<void>
}
