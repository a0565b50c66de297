/** A bound on work under way. */
import { deferred } from '../../runtime/waiting/deferred.ts'
import { fifo } from '../../streams/fifo.ts'

interface Limiter {
  /** Does the work once fewer than the bound are under way; in the order of the calls. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>
}

/** @throws {RangeError} if the bound is not a positive integer. */
export function createLimiter(bound: number): Limiter {
  if (!Number.isInteger(bound) || bound < 1) throw new RangeError(`bound must be a positive integer, got ${bound}`)
  const waiting = fifo<() => void>()
  let active = 0
  const turn = async (): Promise<void> => {
    if (active < bound) {
      active += 1
      return
    }
    const own = deferred<void>()
    waiting.push(() => own.resolve())
    await own.promise
  }
  /* A place is handed on: no request can take it in between. */
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) active -= 1
    else next()
  }
  return {
    run: async work => {
      await turn()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
