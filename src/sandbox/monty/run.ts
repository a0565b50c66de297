/** Programs in monty, a subset of Python that is interpreted inside this process. */
import { checkJob } from '../programs/check-job.ts'
import type { Job, TestResult } from '../../contracts/worlds/job.ts'
import { inOwnTime } from '../programs/own-time.ts'
import { FailedError } from '../../runtime/errors/failed-error.ts'
import { noVerdict, resultOf, type SandboxRun } from '../programs/run.ts'
import { readInMonty } from './read.ts'

/**
 * Runs all the tests of a job in this thread, for programs of your grammar: an untrusted one can take the process down
 * with it, so it belongs in a sandbox.
 *
 * @throws {RangeError} if a field of the job is wrong.
 * @throws {FailedError} `invalid` if a run did not get its time of the processor.
 */
export function runInMonty(job: Job): readonly TestResult[] {
  checkJob(job)
  const run = readInMonty(job)
  return job.tests.map(test => {
    const attempts = inOwnTime(job.limits.timeMs, timeMs => run(test.input, timeMs))
    const ran = last(attempts)
    const result = resultOf(ran, test, job)
    if (result === null) throw new FailedError({ kind: 'invalid', reason: noVerdict(ran.stderr) })
    return result
  })
}

function last(attempts: Generator<number, SandboxRun, void>): SandboxRun {
  for (;;) {
    const { done, value } = attempts.next()
    if (done === true) return value
  }
}
