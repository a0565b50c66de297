/** Says when a service does not answer, and when it does again: a request that waits is not silent. */
import type { SchedulerLike } from '../../streams/rxjs.ts'
import { reasonOf } from '../../contracts/failure.ts'

/** After which a service that has not answered is spoken of, ms. */
const patienceMs = 1000

/** A request while it is under way. */
interface Watched {
  /** An attempt has failed, and another follows. */
  readonly failed: (cause: unknown) => void
  readonly answered: () => void
  /** Nothing more is said about this request. */
  readonly end: () => void
}

interface OutageOptions {
  /** Its address. */
  readonly service: string
  readonly scheduler: SchedulerLike
  readonly warn: (text: string) => void
}

/** @returns watches a request that may take `deadlineMs`: each outage is spoken of once, whatever the number of requests. */
export function createOutage({
  service,
  scheduler,
  warn,
}: OutageOptions): (what: string, deadlineMs: number) => Watched {
  let isKnown = false
  let isTold = false
  return (what, deadlineMs) => {
    let cause: unknown = null
    const begunMs = scheduler.now()
    const tell = (): void => {
      /* One that has answered before may take its time over a reply. */
      if (isTold || (isKnown && cause === null) || scheduler.now() - begunMs < patienceMs) return
      isTold = true
      const reason = cause === null ? `${what} has no reply yet` : reasonOf(cause)
      warn(`${service} does not answer (${reason}); waiting, up to ${Math.ceil(deadlineMs / 1000)} s`)
    }
    const late = scheduler.schedule(tell, Math.min(patienceMs, deadlineMs))
    return {
      failed: thrown => {
        cause = thrown
        tell()
      },
      answered: () => {
        if (isTold) warn(`${service} answers again`)
        isKnown = true
        isTold = false
      },
      end: () => late.unsubscribe(),
    }
  }
}
