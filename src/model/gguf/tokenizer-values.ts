/**
 * A tokenizer.json among the values of a GGUF file, and back. Byte-level pairs go both ways, for the ways of cutting text into
 * words that are listed here. llama.cpp has no word-level tokenizers: of one it gets the tokens, so that ids have texts.
 */
import { z } from 'zod'
import { nth } from '../../math/nth.ts'
import { parsed } from '../../text/parsed.ts'
import { preview } from '../../text/preview.ts'
import type { SpecialIds } from '../tokenizer/special-ids.ts'
import type { GgufValue } from './read-gguf.ts'
import type { TypedValue } from './write-gguf.ts'

type Values = ReadonlyMap<string, GgufValue>

/** A tokenizer.json as a whole, for readers that know the key; llama.cpp does not. */
const wholeKey = 'tokenizer.huggingface.json'

/** Types of tokens in the format. */
const kinds = { normal: 1, control: 3, userDefined: 4, unused: 5 } as const

const byteLevel = (useRegex: boolean) => ({
  type: 'ByteLevel',
  add_prefix_space: false,
  trim_offsets: true,
  use_regex: useRegex,
})
const qwenWords =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"

/** How text is cut into words before pairs are merged, by llama.cpp's names. */
const cuts: Readonly<Record<string, readonly object[]>> = {
  'gpt-2': [byteLevel(true)],
  smollm: [{ type: 'Digits', individual_digits: true }, byteLevel(true)],
  qwen2: [{ type: 'Split', pattern: { Regex: qwenWords }, behavior: 'Isolated', invert: false }, byteLevel(false)],
}

const added = z.object({ id: z.int().nonnegative(), content: z.string(), special: z.boolean() })
const form = z.object({
  added_tokens: z.array(added).default([]),
  pre_tokenizer: z.looseObject({ type: z.string(), pretokenizers: z.array(z.looseObject({})).optional() }).nullish(),
  model: z.object({
    type: z.enum(['BPE', 'WordLevel']),
    vocab: z.record(z.string(), z.int().nonnegative()),
    merges: z.array(z.union([z.string(), z.tuple([z.string(), z.string()])])).default([]),
  }),
})

/**
 * @param json a tokenizer.json: word-level as `buildTokenizerJson` writes it, or byte-level pairs.
 * @param size of the model's vocabulary; ids without a token get one that no text has.
 * @throws {RangeError} if it cuts text in a way that llama.cpp has no name for here.
 */
export function tokenizerValues(json: string, size: number, special: SpecialIds): ReadonlyMap<string, TypedValue> {
  const { added_tokens: extra, model, pre_tokenizer: cut } = parsed('tokenizer.json', form, JSON.parse(json))
  const pairs = model.type === 'BPE'
  const tokens = Array.from({ length: size }, (_, id) => `[PAD${id}]`)
  /* Tokens that are not merged are found in text whole: so most texts of word-level tokenizers have their ids there too. */
  const types = Array.from({ length: size }, (): number => kinds.unused)
  for (const [token, id] of Object.entries(model.vocab)) {
    tokens[id] = token
    types[id] = pairs ? kinds.normal : kinds.userDefined
  }
  for (const { id, content, special: isSpecial } of extra) {
    tokens[id] = content
    types[id] = isSpecial ? kinds.control : kinds.userDefined
  }
  if (tokens.length > size) throw new RangeError(`the tokenizer has ${tokens.length} tokens, the model ${size}`)
  const { end, pad, begin } = special
  /* llama.cpp ends a text at each of these; it has names for three. */
  const [eos = null, eot = null, eom = null] = end
  const ids = { bos: begin, eos, eot, eom, padding: pad }
  return new Map<string, TypedValue>([
    ['tokenizer.ggml.model', { text: 'gpt2' }],
    ['tokenizer.ggml.pre', { text: pairs ? nameOf(cut?.pretokenizers ?? (cut ? [cut] : [])) : 'gpt-2' }],
    ['tokenizer.ggml.tokens', { texts: tokens }],
    ['tokenizer.ggml.token_type', { int32s: types }],
    [
      'tokenizer.ggml.merges',
      { texts: model.merges.map(merge => (typeof merge === 'string' ? merge : merge.join(' '))) },
    ],
    ['tokenizer.ggml.add_bos_token', { boolean: false }],
    ['tokenizer.ggml.add_space_prefix', { boolean: false }],
    ...Object.entries(ids).flatMap(([name, id]) =>
      id === null ? [] : [[`tokenizer.ggml.${name}_token_id`, { uint32: id }] as const],
    ),
    [wholeKey, { text: json }],
  ])
}

function nameOf(cut: readonly object[]): string {
  const found = Object.entries(cuts).find(([, parts]) => sameCut(parts, cut))
  if (found !== undefined) return found[0]
  throw new RangeError(
    `tokenizer.json: pre_tokenizer must be one of ${Object.keys(cuts).join(', ')} for llama.cpp, got ${preview(cut)}`,
  )
}

const sameCut = (a: readonly object[], b: readonly object[]): boolean =>
  a.length === b.length && a.every((part, place) => essence(part) === essence(nth(b, place)))

/** The parts that decide where text is cut; `add_prefix_space` and `trim_offsets` differ between files that cut alike. */
function essence(part: object): string {
  const { type, pattern, individual_digits: digits, use_regex: regex } = { ...empty, ...part }
  return JSON.stringify([type, pattern, digits, regex])
}
const empty = { type: undefined, pattern: undefined, individual_digits: undefined, use_regex: undefined }

/**
 * The tokenizer.json of a GGUF file: as it was stored, or made of its tokens and merges. None if the file has no tokens.
 *
 * @throws {RangeError} if the tokenizer is of another kind than byte-level pairs, or cuts text in a way not listed here.
 */
export function tokenizerOf(values: Values, source: string): string | undefined {
  const whole = values.get(wholeKey)
  if (typeof whole === 'string') return whole
  const model = values.get('tokenizer.ggml.model') ?? 'none'
  if (model === 'none' || model === 'no_vocab') return undefined
  if (model !== 'gpt2') throw new RangeError(`${source}: tokenizer.ggml.model must be gpt2, got ${preview(model)}`)
  const name = values.get('tokenizer.ggml.pre') ?? 'gpt-2'
  const cut = typeof name === 'string' ? cuts[name] : undefined
  if (cut === undefined)
    throw new RangeError(
      `${source}: tokenizer.ggml.pre must be one of ${Object.keys(cuts).join(', ')}, got ${preview(name)}`,
    )
  const tokens = texts(values, 'tokenizer.ggml.tokens', source)
  const types = values.get('tokenizer.ggml.token_type')
  const typeOf = (id: number): GgufValue => (Array.isArray(types) ? (types[id] as GgufValue) : kinds.normal)
  const merges = texts(values, 'tokenizer.ggml.merges', source)
  const special = { single_word: false, lstrip: false, rstrip: false, normalized: false }
  return JSON.stringify({
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: tokens.flatMap((content, id) => {
      const type = typeOf(id)
      if (type !== kinds.control && type !== kinds.userDefined) return []
      return [{ id, content, ...special, special: type === kinds.control }]
    }),
    normalizer: name === 'qwen2' ? { type: 'NFC' } : null,
    pre_tokenizer: { type: 'Sequence', pretokenizers: cut },
    post_processor: null,
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab: Object.fromEntries(tokens.flatMap((token, id) => (typeOf(id) === kinds.unused ? [] : [[token, id]]))),
      merges,
    },
  })
}

/** Ids of a GGUF file that generation treats apart. */
export function specialIdsIn(values: Values): SpecialIds {
  const id = (name: string): number | null => {
    const found = values.get(`tokenizer.ggml.${name}_token_id`)
    return typeof found === 'number' ? found : null
  }
  const ends = ['eos', 'eot', 'eom'].map(id).filter(end => end !== null)
  return { end: [...new Set(ends)], pad: id('padding'), begin: id('bos') }
}

/** Their texts, by the names that chat templates have for them. */
export function specialTokensIn(values: Values): Readonly<Record<string, string>> {
  const tokens = values.get('tokenizer.ggml.tokens')
  if (!Array.isArray(tokens)) return {}
  const names = { bos: 'bos_token', eos: 'eos_token', padding: 'pad_token', unknown: 'unk_token' }
  return Object.fromEntries(
    Object.entries(names).flatMap(([theirs, name]) => {
      const token: unknown = tokens[Number(values.get(`tokenizer.ggml.${theirs}_token_id`) ?? -1)]
      return typeof token === 'string' ? [[name, token]] : []
    }),
  )
}

function texts(values: Values, key: string, source: string): readonly string[] {
  const found = values.get(key)
  if (Array.isArray(found) && found.every(each => typeof each === 'string')) return found
  throw new RangeError(`${source}: ${key} must be a list of texts, got ${preview(found)}`)
}
