/** The tokenizers that `buildTokenizerJson` writes: one token a word or phrase. */
import { at, fieldList, naturalOf, naturalsOf, requireOnly, textOf, wrong, type Field } from '../files/field.ts'
import { encoderOf } from './encoder.ts'
import { openLibrary } from './tokenizer-library.ts'
import { idByToken, type Tokenizer } from './tokenizer.ts'
import { preview } from '../../text/preview.ts'
import { nth } from '../../math/nth.ts'

/** Pieces of text whose ids are remembered; at the bound all but the vocabulary's are worked out anew. */
const rememberedPieces = 65536

/**
 * @param value a tokenizer.json of `buildTokenizerJson`'s form, read.
 * @param json its text.
 * @throws {RangeError} if it is not of that form, naming the field.
 */
export function wordLevelTokenizer(value: unknown, json: string): Tokenizer {
  const { vocab, added, unknown, cut, dropped } = parse(value)
  const tokens: string[] = []
  for (const [token, id] of vocab) tokens[id] = token
  const size = tokens.length
  const silentIds = new Set([vocab.get('<pad>'), vocab.get('<end>')])

  const pieces = new Map<string, number>()

  /** The id of one piece of text, or −1 for one that makes no token. */
  const pieceId = (piece: string): number => {
    const known = pieces.get(piece)
    if (known !== undefined) return known
    if (pieces.size >= rememberedPieces) pieces.clear()
    const id = dropped.test(piece) ? -1 : (vocab.get(piece) ?? unknown)
    pieces.set(piece, id)
    return id
  }
  return {
    encode: encoderOf(added, text => (text.match(cut) ?? []).map(pieceId).filter(id => id >= 0)),
    decode: ids => {
      const words: string[] = []
      for (const id of ids) {
        const token = tokens[id]
        if (token !== undefined && !silentIds.has(id)) words.push(token)
      }
      return words.join(' ')
    },
    has: id => tokens[id] !== undefined,
    id: idByToken(vocab),
    size,
    unknown,
    json,
  }
}

/** The same tokenizer run by Hugging Face's own library: the plain twin of `encode`, several times slower. */
export function libraryEncode(json: string): (text: string) => Int32Array {
  const value: unknown = JSON.parse(json)
  const library = openLibrary(value, { unk_token: parse(value).unknownToken })
  return text => Int32Array.from(library.encode(text))
}

function parse(value: unknown) {
  const file: Field = { form: 'tokenizer.json is not a word-level one', path: '', value }
  const model = at(file, 'model')
  requireOnly(at(model, 'type'), 'WordLevel')
  const vocab = naturalsOf(at(model, 'vocab'))
  const unknownToken = textOf(at(model, 'unk_token'))
  const unknown = vocab.get(unknownToken)
  if (unknown === undefined)
    throw new RangeError(`tokenizer.json: model.unk_token must be in the vocabulary, got ${preview(unknownToken)}`)
  const ids = new Set(vocab.values())
  if (ids.size !== vocab.size || Math.max(...ids) !== vocab.size - 1) {
    throw new RangeError(`tokenizer.json: ids must be 0 to ${vocab.size - 1}, each once`)
  }
  requireOnly(at(file, 'normalizer'), null)
  const added = fieldList(at(file, 'added_tokens'))
  const [cut, dropped] = splitsOf(at(file, 'pre_tokenizer'))
  return {
    vocab,
    added: added.map(token => ({ id: naturalOf(at(token, 'id')), content: textOf(at(token, 'content')) })),
    unknown,
    unknownToken,
    cut: expression(cut, 'gu'),
    dropped: expression(dropped, 'u'),
  }
}

/** Regular expressions of the words, and of the text between them. */
function splitsOf(field: Field): readonly [cut: Field, dropped: Field] {
  requireOnly(at(field, 'type'), 'Sequence')
  const splits = fieldList(at(field, 'pretokenizers'), 2)
  return [splitOf(nth(splits, 0), 'Isolated'), splitOf(nth(splits, 1), 'Removed')]
}

function splitOf(field: Field, behavior: string): Field {
  requireOnly(at(field, 'type'), 'Split')
  requireOnly(at(field, 'behavior'), behavior)
  return at(at(field, 'pattern'), 'Regex')
}

/** The reason is left out: it quotes the whole pattern, which has all the words of a world. */
function expression(field: Field, flags: string): RegExp {
  const source = textOf(field)
  try {
    return new RegExp(source, flags)
  } catch {
    throw wrong(field, 'a regular expression')
  }
}
