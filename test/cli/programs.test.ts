import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { concat, of, throwError } from 'rxjs'
import type { ProgramsEvent } from '../../src/items/score-programs.ts'
import { programScore, programTotals, type ItemScore, type ProgramScore } from '../../src/items/score.ts'
import type { TestOutcome } from '../../src/contracts/worlds/job.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { commandLine } from './command-line.ts'

const scoreFor = (...outcomes: TestOutcome[]): ProgramScore =>
  programScore(outcomes.map(outcome => ({ outcome, output: '', stderr: '' })))

const itemOf = (id: string | null, index: number, programs: readonly ProgramScore[]): ItemScore => ({
  id,
  index,
  where: `line ${index + 1}`,
  title: null,
  difficulty: 'easy',
  programs,
})

const items = [
  itemOf('abc', 0, [scoreFor('passed', 'passed'), scoreFor('passed', 'wrong'), scoreFor('timeout', 'timeout')]),
  itemOf(null, 1, [scoreFor('passed'), { kind: 'invalid', reason: 'the sandbox failed' }]),
  itemOf('idle', 2, []),
]
const refusals = Array.from({ length: 25 }, (_, index): ProgramsEvent => ({
  kind: 'refused',
  refusal: { file: 'items', where: `line ${index + 4}`, index: index + 3, id: 'x', reason: 'question must be\nso' },
  programs: 1,
}))
const unused = [
  { kind: 'programs' as const, place: { where: 'line 9', index: 8 }, of: { id: 'zzz' }, programs: ['p'] },
  { kind: 'programs' as const, place: { where: 'line 10', index: 9 }, of: { index: 99 }, programs: ['p'] },
]
const totals = programTotals(items)
const events: readonly ProgramsEvent[] = [
  ...refusals,
  { kind: 'progress', done: 1, total: 5 },
  ...items.map(item => ({ kind: 'item' as const, item })),
  { kind: 'finished', totals, unused },
]
const files = ['--items', 'i.jsonl', '--programs', 'p.jsonl']

test('eval --items hands over files, world, sandbox and threads, and asks no model', async t => {
  const { asked, code } = await commandLine(
    ['eval', 'coding', ...files, '--sandbox', 'monty', '--threads', '3', '--set', 'environment.options.x=1'],
    { programs: of(...events) },
  )
  t.is(code, 0)
  t.is(asked.length, 1)
  const { environment } = parseRunConfig({ environment: { name: 'coding', threads: 3, options: { x: 1 } } })
  t.like(asked[0], { items: 'i.jsonl', programs: 'p.jsonl', sandbox: 'monty', threads: 3, environment })
  const plain = await commandLine(['eval', 'coding', ...files], { programs: of(...events) })
  t.like(plain.asked[0], { sandbox: 'pyodide' })
})

test('a line an item, then the totals; what was left aside goes to standard error, the first of it', async t => {
  const { printed, errors } = await commandLine(['eval', 'coding', ...files], { programs: of(...events) })
  t.deepEqual(
    printed.split('\n').map(line => line.trim().split(/\s{2,}/)),
    [
      ['item', 'difficulty', 'tests', 'solved by', 'pass@1 %', 'tests passed %', 'not passed'],
      ['──────', '──────────', '─────', '─────────', '────────', '──────────────', '──────────────────'],
      ['abc', 'easy', '2', '1 of 3', '33.3', '50.0', 'wrong 1, timeout 2'],
      ['line 2', 'easy', '1', '1 of 1', '100.0', '100.0', 'no score 1'],
      [''],
      [
        'pass@1 66.7 ± 33.3 %, tests passed 75.0 %: 2 of 4 programs solve their item, 2 items; ' +
          '1 programs have no score, for the sandbox failed',
      ],
    ],
  )
  const lines = errors.split('\n')
  t.deepEqual(lines.slice(0, 2), ['items, line 4 (x): question must be', '    so'])
  t.deepEqual(lines.slice(40), [
    '… and 5 more',
    'programs, line 9: no item has question_id "zzz"',
    'programs, line 10: no item has index 99',
    'no program for 1 items: idle',
  ])
})

test('--json writes everything, each program by itself', async t => {
  const file = join(await temporaryFolder(t), 'scores.json')
  await commandLine(['eval', 'coding', ...files, '--json', file], { programs: of(...events) })
  const written = JSON.parse(await readFile(file, 'utf8'))
  t.deepEqual(Object.keys(written), ['totals', 'items', 'refused', 'unused'])
  t.deepEqual(written.totals, totals)
  t.deepEqual(written.items, items)
  t.is(written.refused.length, 25)
  t.deepEqual(written.unused, unused)
})

test('what was refused is told even if nothing could be tried', async t => {
  const none = throwError(() => new RangeError('p.jsonl must have a program for an item of i.jsonl, got none'))
  const { code, errors } = await commandLine(['eval', 'coding', ...files], {
    programs: concat(of(...refusals.slice(0, 1)), none),
  })
  t.is(code, 2)
  t.regex(errors, /^items, line 4 \(x\): question must be\n {4}so\nerror: p\.jsonl must have a program/)
})

for (const [args, message] of [
  [['--items', 'i'], /--items and --programs must be there together, got only --items/],
  [['--programs', 'p', '--json', 'j'], /must be there together, got only --programs$/],
  [['--sandbox', 'monty'], /must be there together, got only --sandbox/],
  [[...files, '--sandbox', 'docker'], /--sandbox.*pyodide, monty/],
  [[...files, '--policy', 'there'], /--items.*cannot be used with.*--policy/],
  [[...files, '--split', 'seen'], /--items.*cannot be used with.*--split/],
] as const) {
  test(`eval ${args.join(' ')} is refused by name`, async t => {
    const { code, errors, asked } = await commandLine(['eval', 'coding', ...args])
    t.is(code, 2)
    t.regex(errors, message)
    t.deepEqual(asked, [])
  })
}
