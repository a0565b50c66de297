/** A part of what a model reads. */
export interface Passage {
  readonly text: string
  /** Whether a template wrote it, so that added tokens are found in it; else a world, a user or a model said it, and all of it is text. */
  readonly marked: boolean
}

/** What was said, with nothing around it. */
export const said = (text: string): readonly Passage[] => [{ text, marked: false }]

/** Text to token ids and back; what it does is all in its tokenizer.json. */
export interface Tokenizer {
  /**
   * The ids of a text; a fresh array, the caller's own. Added tokens are found in a text given as it stands, and in the marked
   * ones of passages, which are read as one text.
   */
  readonly encode: (text: string | readonly Passage[]) => Int32Array
  /**
   * Word-level: tokens joined by single spaces, `<pad>` and `<end>` left out. Byte-level: the text, specials left out. What models
   * write is decoded, so nothing is refused: a number that is no token's id is left out.
   */
  readonly decode: (ids: Iterable<number>) => string
  /** Whether a token has this id. */
  readonly has: (id: number) => boolean
  /** @throws {RangeError} if the vocabulary lacks `token`. */
  readonly id: (token: string) => number
  readonly size: number
  /** The id of what the vocabulary lacks; −1 if it lacks nothing, as a byte-level one. */
  readonly unknown: number
  /** The tokenizer.json that made it. */
  readonly json: string
}
