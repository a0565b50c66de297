import { preview } from '../../text/preview.ts'

/** A part of a model's input. */
export interface Passage {
  readonly text: string
  /**
   * Whether a template wrote it, so that added tokens are found in it; else a world, a user or a model wrote it, and all of it is
   * text.
   */
  readonly marked: boolean
}

/** A text, with nothing around it. */
export const unmarked = (text: string): readonly Passage[] => [{ text, marked: false }]

/** Text to token ids and back, entirely by its tokenizer.json. */
export interface Tokenizer {
  /**
   * The ids of a text; a fresh array, owned by the caller. Added tokens are found in a plain text, and in the marked ones of
   * passages, which are read as one text.
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
  /** The id for unknown text; −1 if everything is known, as at byte level. */
  readonly unknown: number
  /** The tokenizer.json that made it. */
  readonly json: string
}

/** @returns the id of a token. @throws {RangeError} from it, if there is none. */
export const idByToken =
  (ids: ReadonlyMap<string, number>): Tokenizer['id'] =>
  token => {
    const id = ids.get(token)
    if (id === undefined) throw new RangeError(`the vocabulary has no token ${preview(token)}`)
    return id
  }
