import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { problems } from '../../environments/problems/index.ts'
import { readTest, writeTest } from '../../environments/problems/written-test.ts'
import type { RunJob } from '../../src/contracts/worlds/world.ts'
import { readTasks } from '../../src/curriculum/task-file.ts'
import { rootKey } from '../../src/math/random.ts'
import { loadWorld } from '../../src/rollout/load-world.ts'
import { runInMonty } from '../../src/sandbox/monty/run.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const sums = {
  question: 'Print the sum.',
  test_input: ['1 2\n', '-4\n'],
  test_output: ['3', '-4'],
  starter_code: 'def f():',
}
const module = new URL('../../environments/problems/index.js', import.meta.url).href
const load = (options: Readonly<Record<string, unknown>> = {}) =>
  loadWorld({ module, options: { sandbox: 'monty', ...options } })
const open = async (program: string, run: RunJob = job => Promise.resolve(runInMonty(job))) => {
  const world = await load({ shown: 1 })
  const episode = await world.open(world.parseTask(sums), {
    key: rootKey(1),
    signal: new AbortController().signal,
    run,
  })
  return { opening: episode.observation, result: await episode.act(program) }
}

test('an episode is one program, won if it passes all tests', async t => {
  const right = await open('print(sum([int(x) for x in input().split()]))')
  t.regex(
    right.opening,
    /^Print the sum\..*reads standard input.*It begins with:\ndef f\(\):.*Input:\n1 2\nOutput:\n3$/s,
  )
  t.like(right.result, { won: true, score: 1, observation: 'passed 2 of 2 tests', label: { good: true } })
  const half = await open('print(-4)')
  t.like(half.result, { won: false, score: 0.5, label: { good: false, reason: 'wrong' } })
})

test('a sandbox that fails makes the episode invalid, and is no lost one', async t => {
  await t.throwsAsync(
    open('x', () => Promise.reject(new Error('the sandbox is gone'))),
    { message: /sandbox is gone/ },
  )
})

test('items of either format are tasks, and stay what they are', async t => {
  const world = await load()
  const text = await readFile(new URL('../../../test/fixtures/items/livecodebench.jsonl', import.meta.url), 'utf8')
  const lines = text.split('\n').filter(line => {
    try {
      world.parseTask(JSON.parse(line))
      return true
    } catch {
      return false
    }
  })
  t.true(lines.length > 0)
  const file = join(await temporaryFolder(t), 'items.jsonl')
  await writeFile(file, [...lines, JSON.stringify(sums)].join('\n'))
  for (const task of await readTasks(file, lines.length + 1, world)) {
    t.deepEqual(world.parseTask(structuredClone(task)), task)
    t.is(world.stepLimit(task), 1)
  }
})

test('a test is read as it was written, and one without input or output is none', t => {
  const line = fc.stringMatching(/^[a-z0-9 [\]]{0,8}[a-z0-9\]]$/)
  const block = fc.array(line, { minLength: 1, maxLength: 3 }).map(lines => lines.join('\n').trim())
  fc.assert(
    fc.property(block, block, (input, output) => {
      t.deepEqual(readTest(writeTest({ input, output })), { input: `${input}\n`, output })
    }),
  )
  t.is(readTest(`input:${'\n'.repeat(100)}`.repeat(1000)), null)
  for (const text of ['', 'Input:\n1', 'Input:\n\nOutput:\n2', 'Input:\n1\nOutput:\n ', 'x -> y'])
    t.is(readTest(text), null)
})

test('what is no item, and options that there are not, are refused by name', async t => {
  const world = await load()
  t.throws(() => world.parseTask({}), { instanceOf: RangeError, message: /an item must have test_input/ })
  const item = world.parseTask(sums)
  t.throws(() => world.parseTask({ ...Object(item), timeMs: -1 }), { message: /^task\.timeMs: .*, got -1$/ })
  t.throws(() => world.parseTask({ ...Object(item), timeMs: 1e6 }), { message: /^task\.timeMs: .*, got 1000000$/ })
  t.throws(() => problems({ shown: -1 }), { message: 'shown must be a non-negative integer, got -1' })
  for (const memoryMb of [0.5, 4096])
    t.throws(() => problems({ memoryMb }), { message: `memoryMb must be in [1, 2048], got ${memoryMb}` })
  t.throws(() => problems({ hidden: 1 } as never), { message: /got hidden$/ })
})
