/** A process that has a sandbox run an endless program, closes it, and tells how many interpreters there are before and after. */
import { interpreters } from '../../benches/sandbox/endure.ts'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { job, summing } from './hostile/jobs.ts'

const { run, close } = createSandbox({ threads: 2 })
await run(summing('monty'))
const before = await interpreters(0)
const endless = job('monty', 'while True: pass', { limits: { timeMs: 60_000, memoryMb: 64, outputBytes: 1 } })
const ended = run(endless).catch((thrown: unknown) =>
  thrown instanceof FailedError ? thrown.failure.kind : String(thrown),
)
await close()
console.log(JSON.stringify({ before, failure: await ended, after: await interpreters(50) }))
