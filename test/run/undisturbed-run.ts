/** The run that actors may die in, as it is where nobody does: played once for the tests of a thread. */
import type { ExecutionContext } from 'ava'
import { played, remains } from './tiny-run.ts'

export const undisturbedRun = { iterations: 2, supervision: { firstDelayMs: 1 } } as const

let unbroken: Promise<unknown> | undefined

/** What it leaves behind. */
export const undisturbed = (t: ExecutionContext): Promise<unknown> =>
  (unbroken ??= played(t, undisturbedRun).then(({ directory }) => remains(directory)))
