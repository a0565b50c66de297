/** The length of an episode in tokens, as one was tried. Types only. */

/** One model's input and output of one episode. */
export interface SpeakerProfile {
  /** [turns] tokens that are new to it, before it writes. */
  readonly reads: readonly number[]
  /** [turns] tokens of one answer, what ends it included. */
  readonly writes: readonly number[]
}
