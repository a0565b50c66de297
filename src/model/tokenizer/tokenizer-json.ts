import type { Language } from '../../contracts/worlds/environment.ts'
import { escaped, longestMatch, wordSign } from './longest-match.ts'
import { specialToken } from './added-tokens.ts'

/** Padding, unknown word, end of generated text, prompt for an action, prompt for a vote. */
const baseSpecials = ['<pad>', '<unk>', '<end>', '<act>', '<vote>'] as const

/**
 * A word-level tokenizer for a world's language, as a Hugging Face tokenizer.json. Ids: `baseSpecials`, the
 * caller's specials, then the phrases in their own order. Text is cut at each place into the longest phrase or
 * silent separator that starts there and does not cut a word in two; else into a run of letters and digits, or one
 * other sign, which the vocabulary lacks unless it is a phrase too. Silent separators and white space give no token.
 *
 * @param specials tokens that no text of the world contains, written like `<hint>`, after `baseSpecials`.
 * @throws {RangeError} on an empty, repeated or contradictory phrase, separator or special.
 */
export function buildTokenizerJson(language: Language, specials: readonly string[] = []): string {
  const first = [...baseSpecials, ...specials]
  const { phrases, silent } = language
  refuseBad(first, phrases, silent)
  const pieces = [...phrases, ...silent]
  const longest = pieces.length > 0 ? [longestMatch(pieces)] : []
  const cut = [...longest, `${whiteSpace}+`, `${wordSign}+`, '[^ \\t\\r\\n]'].join('|')
  const dropped = `(?<![\\s\\S])(?:${[...silent.map(escaped), `${whiteSpace}+`].join('|')})(?![\\s\\S])`
  return JSON.stringify({
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: first.map((content, id) => specialToken(id, content)),
    normalizer: null,
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        { type: 'Split', pattern: { Regex: cut }, behavior: 'Isolated', invert: false },
        { type: 'Split', pattern: { Regex: dropped }, behavior: 'Removed', invert: false },
      ],
    },
    post_processor: null,
    decoder: null,
    model: {
      type: 'WordLevel',
      vocab: Object.fromEntries([...first, ...phrases].map((token, id) => [token, id])),
      unk_token: '<unk>',
    },
  })
}

/** Spelt out because `\s` differs between the regular expressions of Rust and JavaScript. */
const whiteSpace = '[ \\t\\r\\n]'

function refuseBad(specials: readonly string[], phrases: readonly string[], silent: readonly string[]): void {
  const seen = new Set<string>()
  for (const text of [...specials, ...phrases, ...silent]) {
    if (text.trim() === '' && !silent.includes(text)) throw new RangeError('a token must not be blank')
    if (text === '') throw new RangeError('a silent separator must not be empty')
    if (seen.has(text)) throw new RangeError(`a token or separator must be given once, got '${text}' twice`)
    seen.add(text)
  }
  for (const special of specials) {
    const hiding = [...phrases, ...silent].find(text => text.includes(special))
    if (hiding !== undefined) throw new RangeError(`no phrase may contain the special '${special}', got '${hiding}'`)
  }
}
