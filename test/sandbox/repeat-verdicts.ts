/**
 * Runs a thousand programs over and over, in another order each time, beside threads that keep the processors busy, and tells those whose
 * verdicts differ. `node dist/test/sandbox/repeat-verdicts.js [REPETITIONS] [BUSY THREADS]`, 20 and 2.
 */
import { Worker } from 'node:worker_threads'
import { reasonOf } from '../../src/contracts/failure.ts'
import type { Job } from '../../src/contracts/worlds/job.ts'
import { itemJob } from '../../src/items/item-job.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { nth } from '../../src/math/nth.ts'
import { job, summing, test } from './hostile/jobs.ts'
import { burglars } from './hostile/host.ts'
import { hoarders } from './hostile/memory.ts'
import { saboteurs } from './hostile/tampering.ts'
import { timeWasters } from './hostile/time.ts'
import { anItem, recorded } from './recorded.ts'

const [repetitions = 20, busy = 2] = process.argv.slice(2).map(Number)

const limits = { timeMs: 10_000, memoryMb: 512, outputBytes: 2 ** 20 }
const depths = Array.from({ length: 160 }, (_, n) => 20 * (n + 1))
const deep = (depth: number, f: string): string => `import functools\n${f}\nprint(f(${depth}))`
const functions = [
  '@functools.cache\ndef f(n): return n and 1 + f(n - 1)',
  'def f(n): return n and 1 + max(map(f, (n - 1,)))',
]

/** Those of the hostile ones that end by themselves: where two limits are met at about the same time, either may be told. */
const ending = [...timeWasters, ...hoarders, ...burglars, ...saboteurs].filter(
  ({ pyodide }) => !pyodide.includes('timeout'),
)

const jobs: readonly Job[] = [
  ...recorded.flatMap(({ program, input, wanted, name }) => [
    itemJob({ ...anItem, functionName: name ?? null, tests: [test(input, wanted)] }, program),
    ...(name === undefined
      ? [job('pyodide', program, { comparison: 'lines', limits, tests: [test(input, wanted)] })]
      : []),
  ]),
  ...ending.map(({ program }) => job('pyodide', program, { limits: { ...limits, memoryMb: 64 } })),
  ...functions.flatMap(f =>
    depths.map(depth => job('pyodide', deep(depth, f), { limits, tests: [test('', `${depth}`)] })),
  ),
  summing('pyodide'),
]

const loads = Array.from({ length: busy }, () => new Worker('for (;;) {}', { eval: true }))
const sandbox = createSandbox({ threads: 2 })
const verdicts = jobs.map(() => new Map<string, number>())
for (let repetition = 0; repetition < repetitions; repetition += 1) {
  const random = randomFrom(derive(rootKey(0), 'order', repetition))
  const order = jobs.map((_, n) => ({ n, at: random.uniform() })).toSorted((a, b) => a.at - b.at)
  await Promise.all(
    order.map(async ({ n }) => {
      const verdict = await sandbox.run(nth(jobs, n)).then(
        results => results.map(({ outcome }) => outcome).join(' '),
        (thrown: unknown) => `none: ${reasonOf(thrown)}`,
      )
      nth(verdicts, n).set(verdict, (nth(verdicts, n).get(verdict) ?? 0) + 1)
    }),
  )
  console.log(`${repetition + 1} of ${repetitions}`)
}
await sandbox.close()
await Promise.all(loads.map(load => load.terminate()))
const differing = verdicts.flatMap((found, n) =>
  found.size > 1 ? [{ program: nth(jobs, n).program, found: [...found] }] : [],
)
for (const each of differing) console.log(JSON.stringify(each))
console.log(
  `${jobs.length} programs, ${jobs.length * repetitions} verdicts, of ${differing.length} programs they differ`,
)
process.exitCode = differing.length === 0 ? 0 : 1
