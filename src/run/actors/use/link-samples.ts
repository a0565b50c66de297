/** How full the links of a run are, and on which machines its actors, looked at now and then: a bounded number of samples between two readings. */
import { exhaustMap, interval, type SchedulerLike } from '../../../streams/rxjs.ts'
import type { Healths } from '../../../runtime/health.ts'
import { awakeTime } from '../../../runtime/waiting/awake-time.ts'
import { now as sharedClock } from '../../../runtime/waiting/clock.ts'
import type { LinkSample, TimelineLine } from '../../../contracts/timeline.ts'

/** Times are on the clock that all threads share. */
export type LinkSamples = Pick<TimelineLine, 'links' | 'samples' | 'machines'>

interface LinkSampler {
  /** Those since the last flush. */
  readonly flush: () => LinkSamples
  readonly close: () => void
}

interface LinkSamplerOptions {
  readonly everyMs?: number
  readonly maxSamples?: number
  readonly scheduler?: SchedulerLike
  readonly now?: () => number
}

interface Look {
  readonly ms: number
  readonly links: ReadonlyMap<string, LinkSample>
}

/**
 * Looks every half second; if more than `maxSamples` come together, at every second, fourth, … of these times.
 *
 * @param health asks all actors, each for so long at most.
 */
export function sampleLinks(
  health: (deadlineMs: number) => Promise<Healths>,
  { everyMs = 500, maxSamples = 32, scheduler = awakeTime(), now = sharedClock }: LinkSamplerOptions = {},
): LinkSampler {
  let looks: readonly Look[] = []
  let machines: Record<string, string> = {}
  let [stride, times] = [1, 0]

  const look = async (): Promise<void> => {
    const ms = now()
    const healths = await health(everyMs)
    looks = [...looks, { ms, links: linksOf(healths) }]
    for (const [actor, { machine }] of Object.entries(healths)) if (machine !== undefined) machines[actor] = machine
    if (looks.length <= maxSamples) return
    looks = looks.filter((_, index) => index % 2 === 0)
    stride *= 2
  }
  const subscription = interval(everyMs, scheduler)
    .pipe(
      exhaustMap(async () => {
        times += 1
        if (times % stride === 0) await look().catch(() => {})
      }),
    )
    .subscribe()

  return {
    flush: () => {
      const links = [...new Set(looks.flatMap(each => [...each.links.keys()]))].sort()
      const samples = looks.map(each => [each.ms, ...links.map(name => each.links.get(name) ?? null)] as const)
      looks = []
      stride = 1
      const seen = machines
      machines = {}
      return { links, samples, ...(Object.keys(seen).length === 0 ? {} : { machines: seen }) }
    },
    close: () => subscription.unsubscribe(),
  }
}

/** Of actors that answered, by sender and receiver. */
function linksOf(healths: Healths): ReadonlyMap<string, LinkSample> {
  const found = new Map<string, LinkSample>()
  for (const [from, health] of Object.entries(healths)) {
    if (health.state !== 'running') continue
    for (const [to, { waiting, credits }] of Object.entries(health.links)) {
      const name = `${poolOf(from)} → ${poolOf(to)}`
      const [others, fewest] = found.get(name) ?? [0, Infinity]
      found.set(name, [others + waiting, Math.min(fewest, credits)])
    }
  }
  return found
}

const poolOf = (address: string): string => address.replace(/\/\d+$/, '')
