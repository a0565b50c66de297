import { isError } from '../../contracts/built-in-error.ts'

/** How an actor ended that was not asked to: its thread, the machine that it is on, or the link to that machine. */
export type Cause = 'start' | 'exception' | 'exit' | 'out-of-memory' | 'hang' | 'machine-lost' | 'link-lost'

/** The report of an actor's death, as plain data. */
export interface Death {
  readonly actor: string
  readonly cause: Cause
  readonly reason: string
  /** Of the exception; empty for other causes. */
  readonly stack: string
  /** `null` for a thread that had to be cut off. */
  readonly exitCode: number | null
  /** Kind and id of the message that it took last; left out if it took none. */
  readonly message?: string
  /** The last of its stdout and stderr, at most 4096 characters. */
  readonly output: string
}

/** The part of it that the end of the thread itself gives. */
export type DeathReport = Omit<Death, 'actor' | 'message' | 'output'>

/** A death of which no more is known. */
export const deathBy = (cause: Cause, actor: string, reason: string): Death => ({
  ...{ actor, cause, reason },
  ...{ stack: '', exitCode: null, output: '' },
})

/** Cause, reason and stack of a death by an exception. */
export function causeOfDeath(thrown: unknown, starting: boolean): Omit<DeathReport, 'exitCode'> {
  if (!isError(thrown)) return { cause: starting ? 'start' : 'exception', reason: String(thrown), stack: '' }
  if (thrown.name === 'HangError') return { cause: 'hang', reason: thrown.message, stack: '' }
  const full = 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY'
  const cause = full ? 'out-of-memory' : starting ? 'start' : 'exception'
  const reason = ['Error', 'FailedError'].includes(thrown.name) ? thrown.message : `${thrown.name}: ${thrown.message}`
  return { cause, reason, stack: thrown.stack ?? '' }
}
