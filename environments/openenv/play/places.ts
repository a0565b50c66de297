import { asError } from '../../../src/contracts/failure.ts'

/** Episodes at once: others wait for a place, in the order in which they came. */
export interface Places {
  /** Takes one. @returns what gives it back. @throws the signal's reason, if it is aborted before. */
  readonly take: (signal: AbortSignal) => Promise<() => void>
  /** From now on there are at most this many: the server's limit. */
  readonly limit: (most: number) => void
}

export function createPlaces(most: number): Places {
  const waiting: (() => void)[] = []
  let [bound, taken] = [most, 0]
  const next = (): void => {
    while (taken < bound) {
      const first = waiting.shift()
      if (first === undefined) return
      taken += 1
      first()
    }
  }
  return {
    take: signal =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const give = (): void => {
          signal.removeEventListener('abort', leave)
          resolve(() => {
            taken -= 1
            next()
          })
        }
        const leave = (): void => {
          waiting.splice(waiting.indexOf(give), 1)
          reject(asError(signal.reason))
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.push(give)
        next()
      }),
    limit: told => void (bound = Math.max(1, Math.min(bound, told))),
  }
}
