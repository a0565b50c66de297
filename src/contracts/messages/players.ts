/** Who plays an episode and who reads along, and the samples of their models. Types only. */
import type { ObserverView } from '../observer-view.ts'
import type { Key } from '../../math/random.ts'

/** How a model is to be sampled for an episode; step i draws from derive(key, i). */
export interface Sampling {
  /** Name of the model on the device. */
  readonly model: string
  readonly temperature: number
  readonly topP: number
  /** Most tokens of one action or one verdict. */
  readonly maxTokens: number
  readonly key: Key
}

/**
 * An observer's input from an episode, and its kind of samples. `verdicts`: it reads each step once it is taken, and gives a verdict on
 * it. `unit-tests`: it reads the opening alone, and writes tests of the step's right answer.
 */
export type ObserverProtocol = 'verdicts' | 'unit-tests'

/** How a model reads along in an episode and writes about each step: m samples. It plays no part in it. */
export interface Observing extends Sampling {
  readonly samplesPerStep: number
  readonly protocol: ObserverProtocol
  /** Left out, `history`. Who writes tests reads the opening alone in any case. */
  readonly view?: ObserverView
  /** Whether each verdict comes with its `opposite`. */
  readonly opposites?: true
}

/** Who chooses the actions of one agent: a model, the sender of the play, or a list of actions. */
export type Player =
  | { readonly kind: 'model'; readonly sampling: Sampling }
  | { readonly kind: 'caller'; readonly sampling: Sampling }
  | { readonly kind: 'script'; readonly actions: readonly string[] }

/**
 * At each turn of a model K actions are sampled from the same context, and each is taken in a fork of the episode. It continues with the
 * best, of equals the first. K = 1 is an episode without a tree.
 */
export interface CandidateTree {
  /** K, a positive integer. */
  readonly candidates: number
  /** Weights that pick the candidate to continue with; left out: success first, then score. */
  readonly rewardWeights?: RewardWeights
}

/** How much the two parts of a candidate's reward count: α · team + β · local. */
export interface RewardWeights {
  readonly team: number
  readonly local: number
}

/** Asked instead of a task: answered at one go, and right by its words alone. The world has no part in it. */
export interface LabelledQuestion {
  readonly text: string
  /** The right answers. */
  readonly right: readonly string[]
}
