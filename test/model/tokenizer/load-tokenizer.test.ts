import test from 'ava'
import fc from 'fast-check'
import { buildTokenizerJson } from '../../../src/model/tokenizer/tokenizer-json.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { libraryEncode } from '../../../src/model/tokenizer/word-level.ts'

const language = {
  phrases: [
    'go to',
    'take',
    'from',
    'cabinet',
    'cabinet 1',
    'cabinet 10',
    'a (b|c)',
    'You see',
    '.',
    ',',
    '1',
    '-1',
    'été',
  ],
  silent: [', and a ', ', a ', ' a ', '\n\n', '. '],
}
const json = buildTokenizerJson(language, ['<hint>'])
const tokenizer = loadTokenizer(json)
const fromLibrary = libraryEncode(json)
const words = (text: string) => [...tokenizer.encode(text)].map(id => tokenizer.decode([id]))

const specials = ['<pad>', '<unk>', '<end>', '<act>', '<vote>', '<hint>']
const fragment = fc.constantFrom(
  ...language.phrases,
  ...language.silent,
  ...specials,
  ...[' ', '  ', '\n', '\t', 'zebra', '12', '0', 'x', '!', '<', '>', '<pa', '😀', '\u00a0', '\ufeff', '\u0085', '東'],
)
const anyText = fc.oneof(
  fc.array(fragment, { maxLength: 30 }).map(parts => parts.join('')),
  fc.string({ unit: 'grapheme' }),
)

test('gives the ids that the library gives', t => {
  fc.assert(
    fc.property(anyText, text => void t.deepEqual(tokenizer.encode(text), fromLibrary(text), text)),
    { numRuns: 2000 },
  )
})

test('gives the library its ids for any language', t => {
  const piece = fc.string({ unit: fc.constantFrom(...'ab1 .,(|^-'), minLength: 1, maxLength: 5 })
  const world = fc
    .uniqueArray(piece, { minLength: 1, maxLength: 12 })
    .chain(all =>
      fc
        .nat(all.length)
        .map(cut => ({ phrases: all.slice(0, cut).filter(p => p.trim() !== ''), silent: all.slice(cut) })),
    )
  fc.assert(
    fc.property(world, fc.array(fc.oneof(piece, fc.constant('<act>')), { maxLength: 12 }), (made, parts) => {
      const own = buildTokenizerJson(made)
      const text = parts.join('')
      t.deepEqual(loadTokenizer(own).encode(text), libraryEncode(own)(text))
    }),
    { numRuns: 500 },
  )
})

test('phrases joined by single spaces come back as they were', t => {
  const phrase = fc.constantFrom('go to', 'take', 'from', 'cabinet 1', 'cabinet 10', 'été')
  fc.assert(
    fc.property(fc.array(phrase, { minLength: 1, maxLength: 8 }), phrases => {
      const command = phrases.join(' ')
      t.is(tokenizer.decode(tokenizer.encode(command)), command)
    }),
  )
})

test('cuts at the longest phrase that ends no word in its middle', t => {
  t.deepEqual(words('go to cabinet 1'), ['go to', 'cabinet 1'])
  t.deepEqual(words('go to cabinet 10.'), ['go to', 'cabinet 10', '.'])
  t.deepEqual(words('cabinet 12'), ['cabinet', '<unk>'])
  t.deepEqual(words('cabinets'), ['<unk>'])
  t.deepEqual(words('You see a cabinet 1, a cabinet, and a zebra. take'), [
    'You see',
    'cabinet 1',
    'cabinet',
    '<unk>',
    'take',
  ])
  t.deepEqual(words('-1 1'), ['-1', '1'])
})

test('specials come first and are found in text; decode leaves out pad and end only', t => {
  t.deepEqual(specials.map(tokenizer.id), [0, 1, 2, 3, 4, 5])
  t.deepEqual([...tokenizer.encode('take<end> <act>')], [tokenizer.id('take'), 2, 3])
  t.is(tokenizer.decode([0, 3, tokenizer.id('take'), 1, 2]), '<act> take <unk>')
  t.is(tokenizer.unknown, 1)
  t.is(tokenizer.size, specials.length + language.phrases.length)
  t.is(tokenizer.decode([]), '')
})

test('a text asked for twice gives arrays that share nothing', t => {
  const first = tokenizer.encode('go to cabinet 1')
  first.fill(0)
  t.deepEqual(words('go to cabinet 1'), ['go to', 'cabinet 1'])
})

test('more texts than are remembered are still right', t => {
  for (let index = 0; index < 5000; index += 1) tokenizer.encode(`go to ${index}`)
  t.deepEqual(words('go to 17'), ['go to', '<unk>'])
})

test('of a pattern that is none, and of a token of any length, no more is shown than fits on a line', t => {
  const large = buildTokenizerJson({ phrases: Array.from({ length: 2000 }, (_, at) => `word ${at}`), silent: [] })
  const file = JSON.parse(large) as { pre_tokenizer: { pretokenizers: { pattern: { Regex: string } }[] } }
  file.pre_tokenizer.pretokenizers[0]!.pattern.Regex += '('
  const { message } = t.throws(() => loadTokenizer(JSON.stringify(file)), { instanceOf: RangeError })
  t.regex(message, /pre_tokenizer\.pretokenizers\[0\]\.pattern\.Regex must be a regular expression, got "/)
  t.true(message.length < 300, message)
  const long = large.replace('"word 7":', `"${'long '.repeat(1000)}":-`)
  t.true(t.throws(() => loadTokenizer(long), { instanceOf: RangeError }).message.length < 400)
})

test('tokens and tokenizers that cannot be are refused by name', t => {
  const refusal = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  refusal(() => tokenizer.id('zebra'), /no token "zebra"/)
  refusal(() => loadTokenizer('{'), /tokenizer.json is not JSON/)
  refusal(() => loadTokenizer('[]'), /is not one: it must be an object, got \[\]/)
  refusal(() => loadTokenizer('{}'), /is not one: model must be an object, got nothing/)
  refusal(() => loadTokenizer('{"model":{"type":"Unigram"}}'), /model.type must be 'WordLevel' or 'BPE', got "Unigram"/)
  refusal(
    () => loadTokenizer('{"model":{"type":"WordLevel"}}'),
    /not a word-level one: model\.vocab must be an object, got nothing/,
  )
  refusal(
    () => loadTokenizer('{"model":{"type":"BPE"}}'),
    /not a byte-level one: decoder must be an object, got nothing/,
  )
  const replaced = (found: string, other: string) => () => loadTokenizer(json.replace(found, other))
  refusal(replaced('"go to":6', '"go to":-6'), /model\.vocab\.go to must be a non-negative integer, got -6/)
  refusal(replaced('"id":0', '"id":"0"'), /added_tokens\[0\]\.id must be a non-negative integer, got "0"/)
  refusal(replaced('"normalizer":null', '"normalizer":{}'), /normalizer must be null, got \{\}/)
  refusal(replaced('"Removed"', '"Merged"'), /pretokenizers\[1\]\.behavior must be "Removed", got "Merged"/)
  refusal(replaced('"pretokenizers":[', '"pretokenizers":[{},'), /pretokenizers must be a list of 2, got/)
  const pairs = { decoder: { type: 'ByteLevel' }, added_tokens: [], model: { type: 'BPE', vocab: {} } }
  const withMerge = (merge: unknown) => () =>
    loadTokenizer(JSON.stringify({ ...pairs, model: { ...pairs.model, merges: ['a b', merge] } }))
  refusal(withMerge(['a', 'b', 'c']), /model\.merges\[1\] must be a list of 2, got \["a","b","c"\]/)
  refusal(withMerge(['a', 1]), /model\.merges\[1\]\[1\] must be text, got 1/)
  refusal(withMerge(1), /model\.merges\[1\] must be text, got 1/)
  refusal(() => loadTokenizer(json.replace('"go to":6', '"go to":7')), /ids must be 0 to 18, each once/)
  refusal(
    () => loadTokenizer(json.replace('"unk_token":"<unk>"', '"unk_token":"?"')),
    /unk_token must be in the vocabulary, got "\?"/,
  )
  refusal(() => buildTokenizerJson({ phrases: ['a', 'a'], silent: [] }), /given once, got 'a' twice/)
  refusal(() => buildTokenizerJson({ phrases: ['a'], silent: ['a'] }), /given once, got 'a' twice/)
  refusal(() => buildTokenizerJson({ phrases: [' '], silent: [] }), /must not be blank/)
  refusal(() => buildTokenizerJson({ phrases: ['a'], silent: [''] }), /must not be empty/)
  refusal(() => buildTokenizerJson({ phrases: ['x<act>'], silent: [] }), /special '<act>', got 'x<act>'/)
})

test('numbers that are no id decode to nothing', t => {
  const word = tokenizer.decode([18])
  t.is(tokenizer.decode([tokenizer.size, -1, 18, 0.5, NaN, 2 ** 31]), word)
  t.deepEqual([tokenizer.size, -1, 0.5, 18].map(tokenizer.has), [false, false, false, true])
})
