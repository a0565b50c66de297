/** The promises of an engine about its models. Types only. */
export interface EngineTraits {
  /** Whether the same requests have the same results to the last bit, independent of what else the engine computes. */
  readonly reproducible: boolean
  /**
   * Whether a model outlives the actor that answers for it and that actor's clients, and no training call is applied twice
   * (by its `seq`). Then nothing that was answered has to be sent again, and no copies are taken for recovery.
   */
  readonly durable: boolean
  /** Whether a sequence may be a tree (`Sequence.parents`); if not, one that branches is refused before it is sent. */
  readonly branches: boolean
  /** Whether `AdamwSettings.clipNorm` certainly bounds the gradient. */
  readonly clips: boolean
  /** Whether `LossSums.entropy` is computed. */
  readonly entropy: boolean
}

export interface ModelTraits extends EngineTraits {
  /** Longest context, in positions. */
  readonly contextTokens: number
}
