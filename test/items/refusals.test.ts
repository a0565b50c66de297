import test from 'ava'
import { deflateSync } from 'node:zlib'
import { parseLiveCodeBenchItem } from '../../src/items/formats/livecodebench.ts'
import { parseItem } from '../../src/items/formats/parse-item.ts'
import { packed, pickled } from './packed.ts'

const ours = { question: 'Add.', test_input: ['1 2'], test_output: ['3'], test_method: 'stdio', test_time_limit: 1 }
const stdin = [{ input: '1 2', output: '3', testtype: 'stdin' }]
const call = [{ input: '1\n2', output: '3', testtype: 'functional' }]
const theirs = { question_id: 'a', question_content: 'Add.', public_test_cases: JSON.stringify(stdin) }
const named = { metadata: '{"func_name": "add"}' }

const refused: readonly (readonly [what: string, value: unknown, message: RegExp])[] = [
  ['no object', [ours], /^an item must be an object, got a list$/],
  [
    'no field of a format',
    { name: 'a', text: 'b' },
    /must have test_input .* or public_test_cases .*, got name, text$/,
  ],
  ['no question', { ...ours, question: undefined }, /^question must be a non-empty text, but it is missing$/],
  ['inputs of another kind', { ...ours, test_input: [5] }, /^test_input\.0 must be a text, got 5$/],
  ['no tests', { ...ours, test_input: [] }, /^test_input must be a list of a text, at least 1 long, got \[\]$/],
  ['fewer outputs', { ...ours, test_input: ['1', '2'] }, /^test_output must be as long as test_input, 2, got 1$/],
  ['an empty test', { ...ours, test_output: [''] }, /^test_output\.0 must be a non-empty text, got ""$/],
  ['another method', { ...ours, test_method: 'web' }, /^test_method must be one of "stdio", "functional", got "web"$/],
  ['no time', { ...ours, test_time_limit: 0 }, /^test_time_limit must be a number in \[0.001, 600\], got 0$/],
  ['a nameless function', { ...ours, test_method: 'functional' }, /^func_name must be the function .* it is missing$/],
  [
    'arguments that are no JSON',
    { ...ours, test_method: 'functional', func_name: 'add' },
    /^test_input\.0 must be one JSON argument a line, got the line "1 2"$/,
  ],
  [
    'a name that cannot be',
    { ...ours, test_method: 'functional', func_name: 'a.b', test_input: ['1'] },
    /^func_name must be the name of a Python function in ASCII, got "a\.b"$/,
  ],
  ['no id', { ...theirs, question_id: 7 }, /^question_id must be a non-empty text, got 7$/],
  [
    'tests that are neither JSON nor packed',
    { ...theirs, private_test_cases: 'hello' },
    /^private_test_cases must be a list of tests as JSON, or base64 of zlib of a pickled text of it, got "hello" \(/,
  ],
  [
    'something packed that is no JSON',
    { ...theirs, private_test_cases: packed('hello') },
    /^private_test_cases must have a list of tests as JSON packed in it, got "hello"$/,
  ],
  [
    'a pickled call',
    { ...theirs, private_test_cases: deflateSync(Buffer.from('cos\nsystem\n(Vls\ntR.')).toString('base64') },
    /a pickled text must be a text alone, got the opcode 0x63 at byte 0/,
  ],
  [
    'a test of another kind',
    { ...theirs, private_test_cases: packed(JSON.stringify([...stdin, { input: 5, output: '', testtype: 'stdin' }])) },
    /^private_test_cases\.1\.input must be a text, got 5$/,
  ],
  ['no test at all', { ...theirs, public_test_cases: '[]' }, /must have at least one test together, got none$/],
  ['metadata of another kind', { ...theirs, metadata: '[' }, /^metadata must be an object as JSON, got "\["$/],
  [
    'a function without name',
    { ...theirs, public_test_cases: call },
    /^public_test_cases\.0\.testtype must be "stdin" where metadata\.func_name is null, got "functional"$/,
  ],
  [
    'a name without function',
    { ...theirs, ...named },
    /^public_test_cases\.0\.testtype must be "functional" where metadata\.func_name is "add", got "stdin"$/,
  ],
  [
    'a value that is no JSON',
    { ...theirs, ...named, public_test_cases: [{ ...call[0], output: 'three' }] },
    /^public_test_cases\.0\.output must be JSON, got "three"$/,
  ],
]

for (const [what, value, message] of refused) {
  test(`an item with ${what} is refused by name`, t => {
    t.throws(() => parseItem(value), { instanceOf: RangeError, message })
  })
}

test('of many problems the first are told, and how many more there are', t => {
  const { message } = t.throws(() => parseItem({ ...ours, test_input: Array(20).fill(1) }), { instanceOf: RangeError })
  t.is(message.split('\n').length, 6)
  t.true(message.endsWith('and 15 more'))
})

test('what unfolds without end is refused before it has', t => {
  const bomb = deflateSync(pickled(' '.repeat(5_000_000)), { level: 9 }).toString('base64')
  t.true(bomb.length < 10_000)
  const before = process.memoryUsage().arrayBuffers
  t.throws(() => parseLiveCodeBenchItem({ ...theirs, private_test_cases: bomb }, 100_000), {
    instanceOf: RangeError,
    message: 'private_test_cases must unfold to at most 100000 bytes, got more',
  })
  t.true(process.memoryUsage().arrayBuffers - before < 3_000_000)
})

test('tests may be lists and metadata an object, as some copies of the files have them; Python reads NaN', t => {
  const item = parseItem({
    ...theirs,
    public_test_cases: [{ input: '[NaN, -Infinity]\n"NaN"', output: 'NaN', testtype: 'functional' }],
    private_test_cases: null,
    metadata: { func_name: 'add' },
  })
  t.like(item, { functionName: 'add', tests: [{ input: '[NaN, -Infinity]\n"NaN"', output: 'NaN' }] })
})
