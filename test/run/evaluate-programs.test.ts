import { fileURLToPath } from 'node:url'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { lastValueFrom, toArray } from 'rxjs'
import { evaluatePrograms } from '../../src/api/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../test/fixtures/items/${name}`, import.meta.url))

test('programs are tried in monty on items of a file', async t => {
  const programs = join(await temporaryFolder(t), 'programs.jsonl')
  const lines = [
    { index: 0, program: 'input()\nprint(sum([int(x) for x in input().split()]))' },
    { index: 0, programs: ['print(15)', 'while True: pass', 'print(1 / 0)'] },
    { index: 1, program: 'def larger(a, b):\n    return max(a, b)' },
    { index: 1, program: 'class Solution:\n    def larger(self, a, b):\n        return a' },
  ]
  await writeFile(programs, lines.map(line => JSON.stringify(line)).join('\n'))
  const events = await lastValueFrom(
    evaluatePrograms({ items: fixture('rlanything.json'), programs, sandbox: 'monty', threads: 2 }).pipe(toArray()),
  )
  t.deepEqual(
    events.flatMap(event =>
      event.kind === 'item'
        ? [event.item.programs.map(each => each.kind === 'scored' && [each.passed, each.failure?.outcome ?? null])]
        : [],
    ),
    [
      [
        [2, null],
        [1, 'wrong'],
        [0, 'timeout'],
        [0, 'error'],
      ],
      [
        [2, null],
        [0, 'error'],
      ],
    ],
  )
  t.like(events.at(-1), { kind: 'finished', totals: { items: 2, programs: 6, solved: 2, passAt1: 0.375, invalid: 0 } })
})

/** What LiveCodeBench's own grading gives in CPython. */
const graded = {
  invented_1: [3, 1, 3],
  invented_2: [3, 3, 1],
  invented_3: [3, 2, 0],
}

test('programs are tried in pyodide as LiveCodeBench grades them', async t => {
  const files = { items: fixture('livecodebench.jsonl'), programs: fixture('programs.jsonl') }
  const events = await lastValueFrom(evaluatePrograms({ ...files, threads: 1 }).pipe(toArray()))
  t.deepEqual(
    Object.fromEntries(
      events.flatMap(event =>
        event.kind === 'item'
          ? [[event.item.id, event.item.programs.map(each => each.kind === 'scored' && each.passed)]]
          : [],
      ),
    ),
    graded,
  )
})

test('a world whose actions are no programs is refused, and so is a file that is not there', async t => {
  const files = { items: fixture('rlanything.json'), programs: '/nowhere' }
  await t.throwsAsync(
    lastValueFrom(evaluatePrograms({ ...files, environment: { name: 'household', threads: 1, options: {} } })),
    { instanceOf: RangeError, message: /a world whose actions are programs, got 'household'/ },
  )
  await t.throwsAsync(lastValueFrom(evaluatePrograms(files)), {
    instanceOf: RangeError,
    message: /\/nowhere cannot be/,
  })
})

test('an order to stop ends what runs', async t => {
  const programs = join(await temporaryFolder(t), 'programs.jsonl')
  await writeFile(programs, JSON.stringify({ index: 0, program: 'while True: pass' }))
  const stop = new AbortController()
  const options = { items: fixture('rlanything.json'), programs, sandbox: 'monty' as const, signal: stop.signal }
  const ended = lastValueFrom(evaluatePrograms(options))
  setImmediate(() => stop.abort())
  await t.throwsAsync(ended, { any: true, name: 'AbortError' })
})
