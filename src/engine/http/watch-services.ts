/** Says that a service is not there, while its requests wait for it: they are sent again until their deadline. */
import { connectionFault, type Fetch } from './exchange.ts'
import { awakeTime } from '../../runtime/waiting/awake-time.ts'
import type { SchedulerLike } from '../../streams/rxjs.ts'

export interface WatchedService {
  readonly url: string
  /** How long a request waits for it. */
  readonly deadlineMs: number
}

interface WatchServicesOptions {
  readonly warn: (text: string) => void
  readonly scheduler?: SchedulerLike
  readonly fetch?: Fetch
}

/** Time from a fault to the next look, and otherwise. */
const [soonMs, usualMs] = [1000, 5000]

/** Told at the second look in a row without a connection, once an outage, and at the end of it. @returns ends it. */
export function watchServices(
  services: readonly WatchedService[],
  { warn, scheduler = awakeTime(), fetch = globalThis.fetch }: WatchServicesOptions,
): () => void {
  const closing = new AbortController()
  const watched = [...new Map(services.map(service => [service.url, service])).values()]
  const ends = watched.map(({ url, deadlineMs }) => {
    let faults = 0
    return scheduler.schedule(function () {
      void faultOf(url, fetch, closing.signal).then(fault => {
        if (closing.signal.aborted) return
        if (fault === null && faults > 1) warn(`${url} is there again`)
        faults = fault === null ? 0 : faults + 1
        if (faults === 2)
          warn(
            `${url} cannot be reached (${fault}); requests wait for it, each up to ${Math.round(deadlineMs / 1000)} s`,
          )
        this.schedule(undefined, faults === 1 ? soonMs : usualMs)
      })
    }, 0)
  })
  return () => {
    closing.abort()
    for (const end of ends) end.unsubscribe()
  }
}

/** Why there is no connection; `null` if there is one, whatever is answered, or nothing is known. */
const faultOf = (url: string, fetch: Fetch, signal: AbortSignal): Promise<string | null> =>
  fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(usualMs)]),
  }).then(() => null, connectionFault)
