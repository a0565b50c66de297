/** One sandbox with real processes, shared by what does not harm it. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import { createRunner } from '../../src/sandbox/runner/runner.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { job, outcomes, summing, test as pair } from './hostile/jobs.ts'

const sandbox = createSandbox({ threads: 2 })
test.after.always(() => sandbox.close())

test.serial('jobs are done in any number, each with its own results in its own order', async t => {
  const numbers = Array.from({ length: 50 }, (_, n) => n)
  const results = await Promise.all(
    numbers.map(n => sandbox.run(summing('monty', [pair(`${n} 1`, String(n + 1)), pair(`${n}`, 'none')]))),
  )
  t.deepEqual(
    results.map(each => each.map(({ output }) => Number(output))),
    numbers.map(n => [n + 1, n]),
  )
  t.true(results.every(each => outcomes(each).join() === 'passed,wrong'))
})

test.serial('a job without tests has no results', async t => {
  t.deepEqual(await sandbox.run(summing('monty', [])), [])
})

test.serial('what no limit of the interpreter stops is killed on time, and the other tests and jobs go on', async t => {
  const program = 'x = int(input())\nwhile x: x = x * x * 3\nprint(x)'
  const limits = { timeMs: 100, memoryMb: 512, outputBytes: 100 }
  const endless = job('monty', program, { limits, tests: [pair('0', '0'), pair('1', ''), pair('0', '0')] })
  const [found, ...others] = await Promise.all([
    sandbox.run(endless),
    ...Array.from({ length: 20 }, () => sandbox.run(summing('monty'))),
  ])
  t.deepEqual(outcomes(found), ['passed', 'timeout', 'passed'])
  t.true(others.every(each => outcomes(each).join() === 'passed,passed'))
})

test.serial('a long output has left before the next run begins', async t => {
  const program = 'n = int(input())\nprint("x" * n)\nwhile n < 2: pass'
  const limits = { timeMs: 100, memoryMb: 64, outputBytes: 3_000_000 }
  const found = await sandbox.run(job('monty', program, { limits, tests: [pair('2000000', ''), pair('1', '')] }))
  t.deepEqual(outcomes(found), ['wrong', 'timeout'])
  t.is(found[0]?.output.length, 2_000_001)
})

test.serial('a program that takes its interpreter down each time has no verdict, and the next job goes on', async t => {
  const program = 'a = {}\nfor _ in range(int(input())): a = {1: a}\nimport json\njson.dumps(a)\nprint(1)'
  const limits = { timeMs: 5000, memoryMb: 512, outputBytes: 100 }
  const deep = job('monty', program, { limits, tests: [pair('1', '1'), pair('100000', '1')] })
  const error = await t.throwsAsync(sandbox.run(deep), {
    message: /could not run this program: the interpreter ended by SIG/,
  })
  t.is(error instanceof FailedError && error.failure.kind, 'invalid')
  t.deepEqual(outcomes(await sandbox.run({ ...deep, tests: [pair('1', '1'), pair('2', '1')] })), ['passed', 'passed'])
})

test.serial('an interpreter that cannot be started is a failure of the sandbox, not of the program', async t => {
  const run = createRunner({ module: new URL('./exits.js', import.meta.url), graceMs: 40 })
  await t.throwsAsync(run(summing('monty')), { message: /^the interpreter was not ready: ended by code 3$/ })
  await t.throwsAsync(run(summing('monty')), { message: /was not ready/ })
})

test.serial('a spare interpreter that ends before it is ready is replaced, and the job goes on', async t => {
  const answers = [0, 1, -1, 1, -1, -1]
  const nodeOptions = Object.assign<string[], Pick<string[], typeof Symbol.iterator>>([], {
    [Symbol.iterator]: () => [`--title=${answers.shift()}`].values(),
  })
  const run = createRunner({ module: new URL('./answers.js', import.meta.url), graceMs: 40, nodeOptions })
  const limits = { timeMs: 60_000, memoryMb: 64, outputBytes: 100 }
  const one = job('monty', '', { limits, tests: [pair('1', '1')] })
  for (const _ of [1, 2]) t.is((await run(one)).kind, 'known')
  await t.throwsAsync(run(one), { message: /was not ready/ })
  t.is(answers.length, 0)
})

test.serial('closing stops what runs and leaves no process behind', async t => {
  /* In a process of its own: here are the interpreters of other tests. */
  const script = fileURLToPath(new URL('./closing.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script])
  t.deepEqual(JSON.parse(stdout), { before: 1, failure: 'stopped', after: 0 })
})

test.serial('options and jobs are checked', async t => {
  for (const threads of [0, -1, 1.5])
    t.throws(() => createSandbox({ threads }), {
      instanceOf: RangeError,
      message: /threads must be a positive integer/,
    })
  await t.throwsAsync(sandbox.run({ ...summing('monty'), comparison: 'close' as 'folded' }), {
    instanceOf: RangeError,
    message: /^comparison must be/,
  })
})
