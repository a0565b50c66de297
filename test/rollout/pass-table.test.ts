import test from 'ava'
import fc from 'fast-check'
import formulas from '../../examples/formulas.ts'
import type { Environment } from '../../src/contracts/worlds/environment.ts'
import { passTable } from '../../src/rollout/pass-table.ts'
import type { Job } from '../../src/contracts/worlds/job.ts'
import { runInMonty } from '../../src/sandbox/monty/run.ts'
import colours from '../fixtures/worlds/colours.ts'

const world = formulas() as Environment<unknown, unknown>
const task = { times: 2, plus: 3 }
const programs = fc.array(fc.constantFrom('n * 2 + 3', 'n + 3', 'n * 2', 'n ** n', 'n +', 'm', ''), { maxLength: 6 })
const tests = fc.array(fc.constantFrom('0 -> 3', '4 -> 11', '4 -> 12', '1 -> 1', '4 ->', ' 4 -> 11 ', 'four', ''), {
  maxLength: 6,
})

/** Runs jobs, and notes them. */
function runner() {
  const jobs: Job[] = []
  const run = (job: Job) => {
    jobs.push(job)
    return Promise.resolve(runInMonty(job))
  }
  return { jobs, run }
}
const table = (given: { programs: readonly string[]; tests: readonly string[] }, { run } = runner()) =>
  passTable(world, run, { task, ...given })

test('an entry is what that program does on that test alone', async t => {
  await fc.assert(
    fc.asyncProperty(programs, tests, async (programs, tests) => {
      const whole = await table({ programs, tests })
      t.deepEqual(
        whole.map(row => row.length),
        tests.map(() => programs.length),
      )
      for (const [row, text] of tests.entries())
        for (const [column, program] of programs.entries())
          t.deepEqual(await table({ programs: [program], tests: [text] }), [[whole[row]![column]]])
    }),
    { numRuns: 40 },
  )
})

test('each program is run once on each test, however often they are there', async t => {
  await fc.assert(
    fc.asyncProperty(programs, tests, async (programs, tests) => {
      const { jobs, run } = runner()
      await table({ programs, tests }, { jobs, run })
      const asked = jobs.map(({ program }) => program)
      t.is(new Set(asked).size, asked.length)
      for (const { tests: each } of jobs) t.is(new Set(each.map(test => JSON.stringify(test))).size, each.length)
    }),
    { numRuns: 40 },
  )
})

test('what is no test is passed by nobody, and where there is none nothing is run', async t => {
  const { jobs, run } = runner()
  t.deepEqual(await table({ programs: ['n', 'n + 1'], tests: ['', '-> 3'] }, { jobs, run }), [
    [false, false],
    [false, false],
  ])
  t.deepEqual(jobs, [])
})

test('worked numbers', async t => {
  t.deepEqual(
    await table({ programs: ['n * 2 + 3', 'n + 3', 'n *', 'n + 7'], tests: ['0 -> 3', '4 -> 11', 'no test'] }),
    [
      [true, true, false, false],
      [true, false, false, true],
      [false, false, false, false],
    ],
  )
})

test('a world without tests, a bad task and a sandbox that fails are refused', async t => {
  const { run } = runner()
  const asked = { task, programs: ['n'], tests: ['0 -> 0'] }
  const refused = (call: Promise<unknown>, message: string) => t.throwsAsync(call, { message })
  await refused(
    passTable(colours() as Environment<unknown, unknown>, run, asked),
    'colours has no tests to examine programs by',
  )
  await refused(passTable(world, run, { ...asked, task: {} }), 'times must be an integer from 1 to 5, got undefined')
  await refused(
    passTable(world, () => Promise.reject(new Error('out of threads')), asked),
    'out of threads',
  )
})
