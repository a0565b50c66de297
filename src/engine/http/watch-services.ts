/** Says that a service is not there, while its requests wait for it: they are sent again until their deadline. */
import { openingMs } from './opening-ms.ts'
import { faultOf } from './exchange.ts'
import { usualFetch, type Fetch } from './fetch.ts'
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

const opening = (deadlineMs: number): string => `the start waits for it, up to ${seconds(openingMs(deadlineMs))}`
const waiting = (deadlineMs: number): string => `requests wait for it, each up to ${seconds(deadlineMs)}`
const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`

/** Warned at the second look in a row without a connection, once an outage, and at the end of it. @returns ends it. */
export function watchServices(
  services: readonly WatchedService[],
  { warn, scheduler = awakeTime(), fetch = usualFetch }: WatchServicesOptions,
): () => void {
  const closing = new AbortController()
  const watched = [...new Map(services.map(service => [service.url, service])).values()]
  const ends = watched.map(({ url, deadlineMs }) => {
    let faults = 0
    let wasThere = false
    return scheduler.schedule(function () {
      void faultOf(url, fetch, closing.signal).then(fault => {
        if (closing.signal.aborted) return
        if (fault === null && faults > 1) warn(`${url} is there${wasThere ? ' again' : ''}`)
        wasThere ||= fault === null
        faults = fault === null ? 0 : faults + 1
        if (faults === 2)
          warn(`${url} cannot be reached (${fault}); ${wasThere ? waiting(deadlineMs) : opening(deadlineMs)}`)
        this.schedule(undefined, faults === 1 ? soonMs : usualMs)
      })
    }, 0)
  })
  return () => {
    closing.abort()
    for (const end of ends) end.unsubscribe()
  }
}
