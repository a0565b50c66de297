import type { AdamwSettings, Example, LossSums, OptimStepResult, Sample, SampleRequest, Sequence } from './device.ts'
import type { ChatTemplate, RendererForm } from './chat-template.ts'
import type { ObjectiveOptions } from '../../losses/objective.ts'
import type { ModelReference } from './model-reference.ts'
import type { ModelTraits } from './model-traits.ts'

/** Tokens to continue. Greedy unless a temperature is given. */
export interface Prompt
  extends
    Pick<SampleRequest, 'tokens' | 'maxTokens' | 'key'>,
    Partial<Pick<SampleRequest, 'count' | 'temperature' | 'topP' | 'stop' | 'schema'>> {}

/** Settings of AdamW, of which the learning rate alone must be given. */
export type OptimStepOptions = Pick<AdamwSettings, 'learningRate'> & Partial<AdamwSettings>

export interface SaveModelOptions {
  /** Text of the tokenizer.json that belongs to the model; none is written if left out. */
  readonly tokenizer?: string
  /** Of a model made for conversations; with a tokenizer only. */
  readonly chat?: ChatTemplate
  /** Whether the optimiser's moments are written with the weights, `true`. */
  readonly optimiser?: boolean
}

/**
 * A language model on the engine, by its name. Its weights stay there: they are loaded, saved and copied by reference. Requests to
 * one model are answered in their order.
 *
 * A request that the engine refuses is a `RangeError`, and so is a tree where its traits have no `branches`; a value that is not finite is a
 * `NonFiniteError`. All leave the model as it was.
 */
export interface LanguageModel {
  readonly name: string
  readonly form: RendererForm
  /** As reported by the engine when the model was loaded. @throws {RangeError} before that. */
  readonly traits: ModelTraits
  /**
   * Samples after a prompt, each from the prompt alone.
   *
   * @throws {RangeError} also if the prompt and `maxTokens` are longer than the model's context.
   */
  readonly sample: (prompt: Prompt) => Promise<readonly Sample[]>
  /**
   * One sample after a prompt, in pieces as they are drawn, each by the weights of its time; all but the last end by `length`. Between them
   * the engine answers others, and it draws no more when the reader leaves.
   *
   * @param pieceTokens most tokens of a piece, at least 1.
   * @throws {RangeError} as `sample`.
   */
  readonly stream: (prompt: Omit<Prompt, 'count'>, pieceTokens: number) => AsyncGenerator<Sample>
  /** @returns for each sequence [L] log p(token | its ancestors), nats; 0 for first tokens. */
  readonly logprobs: (sequences: readonly Sequence[]) => Promise<readonly Float32Array[]>
  /** Adds the gradient of Σ weight · loss(span) to the accumulated one. */
  readonly forwardBackward: (examples: readonly Example[], objective: ObjectiveOptions) => Promise<LossSums>
  /**
   * One step of AdamW with the accumulated gradient, then cleared; left out, β are 0.9 and 0.999, ε 1e-8, no weight decay, gradients
   * clipped to norm 1.
   */
  readonly optimStep: (options: OptimStepOptions) => Promise<OptimStepResult>
  /**
   * Puts a model in this one's place, or the first one. A copy of another: `target.load(await source.snapshot())`.
   *
   * @throws {RangeError} if the weights are missing, damaged or do not fit into memory, file and tensor named.
   */
  readonly load: (from: ModelReference) => Promise<ModelTraits>
  /** The engine writes the model's folder, whole or not at all. @throws {RangeError} if there is something at `folder` already. */
  readonly save: (folder: string, options?: SaveModelOptions) => Promise<void>
  /**
   * The model as it is now, outside the engine: it can be loaded after the engine's thread has ended. Gradients that no
   * optimiser step has used are not part of it.
   */
  readonly snapshot: () => Promise<ModelReference>
}

/** The model on the engine that has this name, loaded or not. */
export type LanguageModels = (name: string) => LanguageModel
