/** Added tokens in what a template writes, and none in what is said. */
import test from 'ava'
import fc from 'fast-check'
import { addedTokens } from '../../../src/model/tokenizer/added-tokens.ts'
import { buildTokenizerJson } from '../../../src/model/tokenizer/tokenizer-json.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { openLibrary } from '../../../src/model/tokenizer/tokenizer-library.ts'
import { unmarked } from '../../../src/model/tokenizer/tokenizer.ts'
import { markedJson, marks } from '../../fixtures/chat.ts'
import { present } from '../../fixtures/present.ts'

const json = markedJson()
const tokenizer = loadTokenizer(json)
const ids = new Set(addedTokens(json).map(({ id }) => id))
const fragment = fc.constantFrom(
  ...marks,
  '<|',
  '|>',
  '<|im_',
  'end|>',
  'User',
  '＜｜User｜＞',
  'a',
  ' the',
  ' ',
  '\n',
  'é',
  '😀',
)
const spiked = fc.array(fragment, { maxLength: 12 }).map(all => all.join(''))
const texts = fc.oneof(spiked, fc.string({ unit: 'grapheme' }))

test('what is said has no added token, and comes back from its tokens', t => {
  fc.assert(
    fc.property(texts, text => {
      const tokens = [...tokenizer.encode(unmarked(text))]
      t.false(tokens.some(token => ids.has(token)))
      t.is(tokenizer.decode(tokens), text.normalize('NFC'))
    }),
    { numRuns: 500 },
  )
})

test('nor has it together with what a template writes around it', t => {
  const passage = fc.record({ text: texts, marked: fc.boolean() })
  const added = (tokens: Int32Array): number[] => [...tokens].filter(token => ids.has(token))
  fc.assert(
    fc.property(fc.array(passage, { maxLength: 6 }), passages => {
      const alone = passages.filter(({ marked }) => marked).flatMap(({ text }) => added(tokenizer.encode(text)))
      t.deepEqual(added(tokenizer.encode(passages)), alone)
    }),
    { numRuns: 500 },
  )
})

test('what holds no added token has the same tokens, whoever says which part of it', t => {
  const plain = fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'the', '.', 'é', '1'), maxLength: 8 })
  fc.assert(
    fc.property(fc.array(fc.record({ text: plain, marked: fc.boolean() })), passages => {
      const whole = passages.map(({ text }) => text).join('')
      t.deepEqual(tokenizer.encode(passages), tokenizer.encode(whole))
    }),
  )
})

for (const normalizer of [null, { type: 'NFC' }])
  test(`a text has the ids that the library gives, and they its text: ${normalizer?.type ?? 'as it stands'}`, t => {
    const own = markedJson({ normalizer })
    const [mine, library] = [loadTokenizer(own), openLibrary(JSON.parse(own), {})]
    fc.assert(
      fc.property(texts, text => {
        const tokens = mine.encode(text)
        t.deepEqual([...tokens], library.encode(text))
        t.is(mine.decode(tokens), library.decode([...tokens]))
      }),
      { numRuns: 500 },
    )
  })

test('a normalizer makes no marker of a look-alike', t => {
  const folding = loadTokenizer(markedJson({ normalizer: { type: 'NFKC' } }))
  const text = '＜|User|＞ ＜tool_call＞'
  t.false([...folding.encode(unmarked(text))].some(token => ids.has(token)))
  t.is(folding.decode(folding.encode(unmarked(text))), text.normalize('NFKC'))
})

test('a marker that the vocabulary or its merges hold too is text where it is said', t => {
  const value = JSON.parse(markedJson()) as {
    pre_tokenizer: unknown
    model: { vocab: Record<string, number>; merges: string[]; ignore_merges?: boolean }
  }
  const { vocab, merges } = value.model
  Object.assign(vocab, { '<|User|>': tokenizer.id('<|User|>'), think: 900 })
  merges.push('th ink', 't h', 'i n', 'in k')
  Object.assign(vocab, { th: vocab['th'] ?? 901, in: vocab['in'] ?? 902, ink: vocab['ink'] ?? 903 })
  value.model.ignore_merges = true
  value.pre_tokenizer = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false }
  const whole = loadTokenizer(
    JSON.stringify({
      ...value,
      added_tokens: [
        ...((value as { added_tokens?: unknown[] }).added_tokens ?? []),
        { id: 900, content: 'think', special: false },
      ],
    }),
  )
  for (const text of ['<|User|>', 'think']) {
    t.deepEqual([...whole.encode(text)], [whole.id(text)])
    t.false([...whole.encode(unmarked(text))].includes(whole.id(text)))
    t.is(whole.decode(whole.encode(unmarked(text))), text)
  }
})

test('white space beside a marker is left out where the marker says so', t => {
  const strips = loadTokenizer(markedJson({ strips: true }))
  const user = strips.id('<|User|>')
  t.deepEqual([...strips.encode('a <|User|>\n\nb')], [strips.id('a'), user, strips.id('b')])
  t.is(strips.decode(strips.encode([{ text: '<|User|> ', marked: true }, ...unmarked('\n b')])), '<|User|>\n b')
})

test('the marks of a world’s own vocabulary are not found in what is said', t => {
  const words = loadTokenizer(buildTokenizerJson({ phrases: ['go', 'verdict'], silent: [' '] }, ['verdict: 1']))
  const text = 'go <act> <end><vote> verdict: 1 <pad>'
  t.true([...words.encode(text)].includes(words.id('verdict: 1')))
  t.deepEqual(new Set(words.encode(unmarked(text))), new Set([words.id('go'), words.unknown, words.id('verdict')]))
})

test('white space and digits are those of Unicode: U+0085 is white, U+FEFF is not, and ½ is a digit', t => {
  const value = JSON.parse(markedJson({ strips: true })) as {
    model: { vocab: Record<string, number>; merges: string[][] }
  }
  Object.assign(value.model.vocab, { '!Â': 900, '¿!': 901, ĠÂ: 902 })
  value.model.merges.push(['!', 'Â'], ['¿', '!'], ['Ġ', 'Â'])
  const words = { type: 'ByteLevel', add_prefix_space: false, use_regex: true }
  const digits = { type: 'Sequence', pretokenizers: [{ type: 'Digits', individual_digits: true }, words] }
  const [plain, apart] = [words, digits].map(pre_tokenizer =>
    loadTokenizer(JSON.stringify({ ...value, pre_tokenizer })),
  )
  const gives = (text: string, tokens: readonly string[], by = present(plain)) =>
    t.deepEqual([...by.encode(text)], tokens.map(by.id), JSON.stringify(text))
  gives('!\u0085', ['!', 'Â', 'ħ'])
  gives('\ufeff!', ['ï', '»', '¿!'])
  gives(' ½', ['ĠÂ', '½'])
  gives(' ½', ['Ġ', 'Â', '½'], present(apart))
  gives('\u0085<|User|>\ufeff!', ['<|User|>', 'ï', '»', '¿!'])
})
