/**
 * Words that a vocabulary lacks, shown as `w0`, `w1`, … in the order in which an episode shows them: so a model can copy a word that
 * it never saw, from a goal or a screen into its action. Its meaning is not given.
 *
 * Source: the markers of Hermann et al., Teaching Machines to Read and Comprehend, NeurIPS 2015. Departures: any word may get one, not
 * only names; they are numbered by appearance, not at random.
 */

/** The available aliases: words beyond them get none. */
export const aliasWords: readonly string[] = Array.from({ length: 96 }, (_, index) => `w${index}`)

export interface Aliasing {
  /**
   * The text with an alias for each unknown word.
   *
   * @param words those that have aliases already, in their order.
   */
  readonly tell: (text: string, words: readonly string[]) => AliasedText
  /** The text with the aliases that are given already, and no new ones. */
  readonly tellGiven: (text: string, words: readonly string[]) => string
  /** The meaning of a player's text: each alias as the word was first written. */
  readonly read: (text: string, words: readonly string[]) => string
}

export interface AliasedText {
  readonly text: string
  readonly words: readonly string[]
}

/**
 * @param phrases that the vocabulary has, of one word or several; the longest counts.
 * @param ignoreCase whether `Ok` has the alias of `OK`, where both can be called by either.
 */
export function aliasing(phrases: readonly string[], ignoreCase: boolean): Aliasing {
  const known = new Set(phrases)
  const longestFirst = [...phrases].sort((one, other) => other.length - one.length).map(escaped)
  const pieces = new RegExp(`${notWithin('<!')}(?:${longestFirst.join('|')})${notWithin('!')}|${whole}`, 'gu')
  const letters = (text: string): string => (ignoreCase ? text.toLowerCase() : text)
  const placeOf = (words: readonly string[], piece: string): number =>
    words.findIndex(each => letters(each) === letters(piece))

  return {
    tell: (text, before) => {
      let words = before
      const told = text.replace(pieces, piece => {
        if (known.has(piece)) return piece
        if (placeOf(words, piece) === -1 && words.length < aliasWords.length) words = [...words, piece]
        return aliasWords[placeOf(words, piece)] ?? piece
      })
      return { text: told, words }
    },
    tellGiven: (text, words) =>
      text.replace(pieces, piece => (known.has(piece) ? piece : (aliasWords[placeOf(words, piece)] ?? piece))),
    read: (text, words) => text.replace(alias, (piece, number: string) => words[Number(number)] ?? piece),
  }
}

const word = '[\\p{L}\\p{N}]'
/** Such as `Wi-Fi`, `9:00` and `a@b.org`, which are one word. */
const whole = `${word}+(?:[-:.@_']${word}+)*`
const notWithin = (direction: '<!' | '!'): string => `(?${direction}${word})`
const alias = /(?<![\p{L}\p{N}])w(\d+)(?![\p{L}\p{N}])/gu

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
