/** Tokenizers of byte pairs, as Qwen2 has them: every text has tokens, and they give it back. */
import { at, fieldList, objectOf, requireOnly, textOf, wrong, type Field } from '../files/field.ts'
import { addedTokensOf, type AddedToken } from './added-tokens.ts'
import { encoderOf } from './encoder.ts'
import { openLibrary } from './tokenizer-library.ts'
import { idByToken, type Tokenizer } from './tokenizer.ts'
import { vocabularyIn } from './vocabulary.ts'

/**
 * @param value a tokenizer.json, read.
 * @param json its text.
 * @throws {RangeError} if it is not of that form, naming the field, or gives an id to two tokens.
 */
export function byteLevelTokenizer(value: unknown, json: string): Tokenizer {
  const file = { form: 'tokenizer.json is not a byte-level one', path: '', value }
  requireOnly(at(at(file, 'decoder'), 'type'), 'ByteLevel')
  const model = at(file, 'model')
  requireOnly(at(model, 'type'), 'BPE')
  const added = addedTokensOf(file)
  const merges = mergesOf(at(model, 'merges'))
  const ids = vocabularyIn(file, added)
  const tokens = new Map([...ids].map(([token, id]) => [id, token]))
  if (tokens.size !== ids.size) throw new RangeError(`tokenizer.json: ${ids.size} tokens share ${tokens.size} ids`)
  const size = [...tokens.keys()].reduce((largest, id) => Math.max(largest, id), -1) + 1
  const library = openLibrary(withoutAdded(file, added, merges), {})
  const addedById = new Map(added.map(token => [token.id, token]))

  return {
    encode: encoderOf(added, library.encode),
    decode: text => {
      const parts: (string | number[])[] = []
      for (const id of text) {
        const token = addedById.get(id)
        const last = parts.at(-1)
        if (token !== undefined) parts.push(...(token.special ? [] : [token.content]))
        else if (!tokens.has(id)) continue
        else if (Array.isArray(last)) last.push(id)
        else parts.push([id])
      }
      return parts.map(part => (typeof part === 'string' ? part : library.decode(part))).join('')
    },
    has: id => tokens.has(id),
    id: idByToken(ids),
    size,
    unknown: -1,
    json,
  }
}

/**
 * The tokenizer that knows no added token, so that no text has the id of one: not even where the pairs lead to it, or where words of
 * the vocabulary are taken whole. Single signs stay, for without them a text would have no tokens.
 */
function withoutAdded(file: Field, added: readonly AddedToken[], merges: readonly Merge[]): unknown {
  const dropped = new Set(added.map(({ content }) => content).filter(({ length }) => length !== 1))
  const isKept = (token: string): boolean => !dropped.has(token)
  const model = objectOf(at(file, 'model'))
  const vocab = objectOf(at(at(file, 'model'), 'vocab'))
  const whole = { ...objectOf(file), added_tokens: [], pre_tokenizer: inWords(at(file, 'pre_tokenizer').value) }
  if (![...dropped].some(token => Object.hasOwn(vocab, token))) return whole
  return {
    ...whole,
    model: {
      ...model,
      vocab: Object.fromEntries(Object.entries(vocab).filter(([token]) => isKept(token))),
      merges: merges.filter(({ made }) => isKept(made)).map(({ merge }) => merge),
    },
  }
}

/** The words of GPT-2. Source: pre_tokenizers/byte_level.rs of Hugging Face's tokenizers. */
const words = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"

/**
 * The same cut by patterns of the file, which the library reads right. Its own take for white space what JavaScript does, which has U+FEFF
 * and lacks U+0085, and for digits 0 to 9 alone, where Hugging Face's have ½, ² and Ⅷ too.
 */
function inWords(cut: unknown): unknown {
  if (typeof cut !== 'object' || cut === null) return cut
  const given: Readonly<Record<string, unknown>> = { ...cut }
  if (Array.isArray(given['pretokenizers'])) return { ...cut, pretokenizers: given['pretokenizers'].map(inWords) }
  if (given['type'] === 'Digits') return splitBy(given['individual_digits'] === true ? '\\p{N}' : '\\p{N}+')
  /* A space is put before the text, not before each word. */
  const isCut = given['use_regex'] !== false && given['add_prefix_space'] !== true
  if (given['type'] !== 'ByteLevel' || !isCut) return cut
  return { type: 'Sequence', pretokenizers: [splitBy(words), { ...cut, use_regex: false }] }
}

const splitBy = (Regex: string) => ({ type: 'Split', pattern: { Regex }, behavior: 'Isolated', invert: false })

interface Merge {
  readonly merge: unknown
  /** The token that its two pieces make. */
  readonly made: string
}

/** Each is written with a space between its pieces, or as a list of them. */
function mergesOf(field: Field): readonly Merge[] {
  const { path, value } = field
  if (!Array.isArray(value)) throw wrong(field, 'a list')
  return value.map((merge: unknown, index) => {
    if (typeof merge === 'string') return { merge, made: merge.replace(' ', '') }
    const own = { ...field, path: `${path}[${index}]`, value: merge }
    return { merge, made: Array.isArray(merge) ? fieldList(own, 2).map(textOf).join('') : textOf(own) }
  })
}
