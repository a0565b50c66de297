/** Text to token ids and back; what it does is all in its tokenizer.json. */
export interface Tokenizer {
  /** The ids of `text`; a fresh array, the caller's own. Specials are found in text too. */
  readonly encode: (text: string) => Int32Array
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
