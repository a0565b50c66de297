/** Programs beside `python3` and beside LiveCodeBench's own grader, whose verdicts `test/fixtures/python/record.py` has recorded. */
import { readFileSync } from 'node:fs'
import test from 'ava'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { itemJob } from '../../src/items/item-job.ts'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import type { Job, TestResult } from '../../src/contracts/worlds/job.ts'
import { job } from './hostile/jobs.ts'
import { anItem, recorded as programs } from './recorded.ts'

const page = readFileSync(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8')

const sandbox = createSandbox({ threads: 2 })
test.after.always(() => sandbox.close())

type Ended = TestResult | { readonly outcome: 'unknown'; readonly output: ''; readonly stderr: string }

async function ended(asked: Job): Promise<Ended> {
  try {
    return (await sandbox.run(asked))[0]!
  } catch (error) {
    if (error instanceof FailedError && error.failure.kind === 'invalid')
      return { outcome: 'unknown', output: '', stderr: error.message }
    throw error
  }
}

const limits = { timeMs: 10_000, memoryMb: 512, outputBytes: 2 ** 20 }

test('programs print what python3 prints, and end as they end there', async t => {
  const printing = programs.flatMap(each => (each.python === undefined ? [] : [{ ...each, python: each.python }]))
  t.true(printing.length >= 280)
  await Promise.all(
    printing.map(async ({ program, input, wanted, python, differs }) => {
      const found = await ended(
        job('pyodide', program, { comparison: 'lines', limits, tests: [{ input, output: wanted }] }),
      )
      const byItself = found.outcome === 'passed' || found.outcome === 'wrong'
      const same = found.output === python.output && (byItself || python.code !== 0)
      t.is(same, differs?.python === undefined, `${program}\n${JSON.stringify(found)} beside ${JSON.stringify(python)}`)
    }),
  )
})

test('verdicts are those of the grader of LiveCodeBench', async t => {
  t.true(programs.length >= 300)
  await Promise.all(
    programs.map(async ({ program, input, wanted, name, livecodebench, differs }) => {
      const item = { ...anItem, functionName: name ?? null, tests: [{ input, output: wanted }] }
      const found = await ended(itemJob(item, program))
      const same = (found.outcome === 'passed') === (livecodebench === 'passed')
      t.is(same, differs?.livecodebench === undefined, `${program}\n${JSON.stringify(found)}, there ${livecodebench}`)
    }),
  )
})

test('each difference has its line on the page of the sandbox', t => {
  const reasons = new Set(programs.flatMap(({ differs = {} }) => Object.values(differs)))
  for (const reason of reasons) t.true(page.includes(`\n| ${reason} `), reason)
})
