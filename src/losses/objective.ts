/**
 * An objective as plain data, so that it can cross a thread; it computes a pure function from log-probabilities to a
 * loss and its gradient, and that gradient is all an engine needs.
 */
export type Objective = NamedObjective | ModuleObjective

/** An objective as it is asked for: ε and β of the clipped one may be left out, and are then 0.2 and 0. */
export type ObjectiveOptions =
  | Exclude<Objective, ClippedObjective>
  | (Pick<ClippedObjective, 'kind'> & Partial<ClippedObjective>)

export const completeObjective = (objective: ObjectiveOptions): Objective =>
  objective.kind === 'clipped' ? { clip: 0.2, klWeight: 0, ...objective } : objective

/** An objective of this package. */
export type NamedObjective =
  | ClippedObjective
  | { readonly kind: 'cross-entropy' }
  /** Of a loss over a whole batch: its gradient, as the coefficients of each span. */
  | { readonly kind: 'linear' }

export interface ClippedObjective {
  readonly kind: 'clipped'
  /** ε > 0 of the clipped ratio. */
  readonly clip: number
  /** β ≥ 0 of the KL term. */
  readonly klWeight: number
}

/** A user's objective. */
export interface ModuleObjective {
  readonly kind: 'module'
  /** URL of a module whose default export is an `ObjectiveFactory`. */
  readonly module: string
  /** Given to the factory, which checks them. */
  readonly options: Readonly<Record<string, unknown>>
}

/** The inputs of an objective for a span, besides its log-probabilities. */
export interface SpanTarget {
  /** A, finite; unused by cross-entropy. */
  readonly advantage: number
  /** [n] log-probabilities before this iteration's updates, nats; may be empty for cross-entropy. */
  readonly oldLogprobs: ArrayLike<number>
  /** [n] of the objective `linear`. */
  readonly coefficients?: ArrayLike<number>
}

/** The value of an objective on one span of n tokens. */
export interface SpanLoss {
  /** Nats. */
  readonly loss: number
  /** [n] ∂loss/∂log-probability. */
  readonly gradient: Float64Array
  /** Σ over tokens, nats; 0 if the objective knows no other model. */
  readonly kl: number
  /** Tokens at which the clip was active; 0 without a clip. */
  readonly clipped: number
}

/**
 * The loss of one span and its exact gradient with respect to the log-probabilities. Pure.
 *
 * @param logprobs [n], n ≥ 1, finite, nats, of the span's tokens under the model being trained.
 */
export type SpanRule = (logprobs: ArrayLike<number>, span: SpanTarget) => SpanLoss

/** The default export of an objective's module. @throws {RangeError} if an option is out of range. */
export type ObjectiveFactory<Options> = (options: Options) => SpanRule
