import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { parseItem } from '../../src/items/formats/parse-item.ts'
import { readItems, type ItemRead } from '../../src/items/read-items.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { liveCodeBenchLine, rlanythingLine } from './packed.ts'
import { sheets } from './sheets.ts'

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../test/fixtures/items/${name}`, import.meta.url))

async function read(file: string): Promise<ItemRead[]> {
  const all: ItemRead[] = []
  for await (const each of readItems(file)) all.push(each)
  return all
}

async function readText(t: ExecutionContext, text: string | Uint8Array): Promise<ItemRead[]> {
  const file = join(await temporaryFolder(t), 'items')
  await writeFile(file, text)
  return read(file)
}

const different = (minLength: number) => fc.uniqueArray(sheets, { selector: ({ id }) => id, minLength, maxLength: 6 })
const format = fc.constantFrom(rlanythingLine, liveCodeBenchLine)

test('items written in either format read back to the same tests, one a line or as a list', async t => {
  await fc.assert(
    fc.asyncProperty(different(0), format, fc.boolean(), async (written, line, asList) => {
      const lines = written.map(line)
      const found = await readText(t, asList ? `\n[${lines.join(',\n')}]` : lines.join('\n\n'))
      t.deepEqual(
        found.map(each => each.kind === 'item' && { ...each.item, index: each.place.index }),
        written.map(({ id, functionName, tests }, index) => ({
          format: line === rlanythingLine ? ('rlanything' as const) : ('livecodebench' as const),
          id,
          title: null,
          difficulty: null,
          question: 'What is asked.',
          starterCode: '',
          functionName,
          tests,
          timeMs: line === rlanythingLine ? 4000 : 6000,
          index,
        })),
      )
    }),
    { numRuns: 50 },
  )
})

/** Ways to spoil a line, each for good. */
const damages: readonly ((line: string) => Uint8Array)[] = [
  line => Buffer.from(line.slice(0, -1)),
  line => Buffer.from(line.slice(Math.floor(line.length / 2))),
  line => Buffer.concat([Buffer.from(line), Buffer.from([0xff])]),
  line => Buffer.from(line.replace(/"question(_content)?":/, '"asked":')),
  line => Buffer.from(line.replaceAll(/_(test_cases|input|method)":/g, '_lost":').replace('"metadata"', '"data"')),
  () => Buffer.from('[]'),
  () => Buffer.from('[{"question":'),
  () => Buffer.from('null'),
]

test('damage to a line loses that line alone, and is told of by its place', async t => {
  const where = fc.nat()
  await fc.assert(
    fc.asyncProperty(different(2), format, where, fc.constantFrom(...damages), async (written, line, at, damage) => {
      const lines = written.map(each => Buffer.from(`${line(each)}\n`))
      const whole = await readText(t, Buffer.concat([Buffer.from('\n'), ...lines]))
      const spoilt = at % written.length
      const damaged = Buffer.concat([damage(line(written[spoilt]!)), Buffer.from('\n')])
      const found = await readText(t, Buffer.concat([Buffer.from('\n'), ...lines.with(spoilt, damaged)]))
      t.deepEqual(found.toSpliced(spoilt, 1), whole.toSpliced(spoilt, 1))
      t.like(found[spoilt], {
        kind: 'refused',
        refusal: { file: 'items', where: `line ${spoilt + 2}`, index: spoilt },
      })
    }),
    { numRuns: 100 },
  )
})

test('whatever JSON says is an item with tests, or is refused', t => {
  const fields = fc.constantFrom(
    ...['question_id', 'question', 'question_content', 'test_input', 'test_output', 'test_method', 'test_time_limit'],
    ...['func_name', 'public_test_cases', 'private_test_cases', 'metadata', 'starter_code'],
  )
  const values = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.string(), { maxLength: 2 }),
    fc.constantFrom('stdio', 'functional', '{}', '[]', '', 'eJw='),
  )
  const value = fc.oneof(fc.jsonValue(), fc.dictionary(fields, values, { noNullPrototype: true }))
  fc.assert(
    fc.property(value, given => {
      try {
        t.true(parseItem(given).tests.length > 0)
      } catch (error) {
        t.true(error instanceof RangeError, String(error))
      }
    }),
    { numRuns: 1000 },
  )
})

test('a file in the form of LiveCodeBench, packed by Python', async t => {
  const found = await read(fixture('livecodebench.jsonl'))
  t.deepEqual(
    found.map(each => each.kind === 'item' && [each.item.id, each.item.title, each.item.difficulty, each.place.where]),
    [
      ['invented_1', 'Marbles in two bags', 'easy', 'line 1'],
      ['invented_2', 'Turn the wheel', 'medium', 'line 2'],
      ['invented_3', 'Half a cake', 'hard', 'line 3'],
    ],
  )
  t.deepEqual(
    found.map(each => each.kind === 'item' && [each.item.functionName, each.item.tests]),
    [
      [
        null,
        [
          { input: '2\n1 2\n3 4\n', output: '3\n7\n' },
          { input: '1\n0 0\n', output: '0\n' },
          { input: '3\n5 5\n10 1\n7 0\n', output: '10\n11\n7\n' },
        ],
      ],
      [
        'turn',
        [
          { input: '[1, 2, 3]\n1', output: '[2, 3, 1]' },
          { input: '[4]\n7', output: '[4]' },
          { input: '["ä", "b"]\n1', output: '["b", "ä"]' },
        ],
      ],
      [
        null,
        [
          { input: '3\n', output: '1.5\n' },
          { input: '4 5\n', output: '2 2.50\n' },
          { input: '100000000000000000001\n', output: '50000000000000000000.5\n' },
        ],
      ],
    ],
  )
})

test("a list in RLAnything's form", async t => {
  const found = await read(fixture('rlanything.json'))
  t.deepEqual(
    found.map(
      each =>
        each.kind === 'item' && [each.item.id, each.place, each.item.functionName, each.item.timeMs, each.item.tests],
    ),
    [
      [
        null,
        { where: 'item 1', index: 0 },
        null,
        1000,
        [
          { input: '5\n1 2 3 4 5\n', output: '15' },
          { input: '1\n-7\n', output: '-7\n' },
        ],
      ],
      [
        null,
        { where: 'item 2', index: 1 },
        'larger',
        5000,
        [
          { input: '1\n2', output: '2' },
          { input: '5\n-5', output: '5' },
        ],
      ],
    ],
  )
})

test('an id that comes again is told of, and the first item stays', async t => {
  const line = rlanythingLine({ id: 'a', functionName: null, tests: [{ input: '1', output: '2' }] })
  const found = await readText(t, `${line}\n${line}\n`)
  t.deepEqual(
    found.map(each => (each.kind === 'refused' ? each.refusal : each.item.id)),
    [
      'a',
      {
        file: 'items',
        where: 'line 2',
        index: 1,
        id: 'a',
        reason: 'question_id must be another for each item, got "a" of line 1 again',
      },
    ],
  )
})

test('a file that cannot be read, or a damaged list, is refused as a whole', async t => {
  await t.throwsAsync(read('/nowhere/items.json'), {
    instanceOf: RangeError,
    message: /the file of items \/nowhere\/items\.json cannot be read: ENOENT/,
  })
  await t.throwsAsync(readText(t, Buffer.from('[{"question": "\xff"}]', 'latin1')), {
    instanceOf: RangeError,
    message: /the list of items in .*items is not UTF-8/,
  })
  await t.throwsAsync(readText(t, '[{"question": "a"},'), {
    instanceOf: RangeError,
    message: /the list of items in .*items is not JSON: /,
  })
})
