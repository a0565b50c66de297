/** How a thread ended that nobody had told to end. */
export type Cause = 'start' | 'exception' | 'exit' | 'out-of-memory' | 'hang'

/** All that is left of an actor, as plain data. */
export interface Death {
  readonly actor: string
  readonly cause: Cause
  readonly reason: string
  /** Of the exception; empty for other causes. */
  readonly stack: string
  /** `null` for a thread that had to be cut off. */
  readonly exitCode: number | null
  /** The last of what it wrote to stdout and stderr, at most 4096 characters. */
  readonly output: string
}

/** What the end itself tells. */
export type Remains = Omit<Death, 'actor' | 'output'>

/** What an exception says about the death it caused. */
export function causeOfDeath(thrown: unknown, starting: boolean): Omit<Remains, 'exitCode'> {
  if (!(thrown instanceof Error)) return { cause: starting ? 'start' : 'exception', reason: String(thrown), stack: '' }
  if (thrown.name === 'HangError') return { cause: 'hang', reason: thrown.message, stack: '' }
  const full = 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY'
  const cause = full ? 'out-of-memory' : starting ? 'start' : 'exception'
  const reason = ['Error', 'FailedError'].includes(thrown.name) ? thrown.message : `${thrown.name}: ${thrown.message}`
  return { cause, reason, stack: thrown.stack ?? '' }
}
