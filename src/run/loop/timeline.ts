/** Activity by time within an iteration, gathered as it runs. */
import type { DeviceSpan } from '../../contracts/models/device-usage.ts'
import type { LinkSamples } from '../actors/use/link-samples.ts'
import type { TimelineLine } from '../../contracts/timeline.ts'

export interface Timeline {
  /** The part of the loop that has just ended; it began where the one before ended. */
  readonly lap: (name: string) => void
  /** @param usage of the device, since the last time. */
  readonly used: (usage: { readonly spans?: readonly DeviceSpan[] }) => void
  /** The line of an iteration that is over; the next one begins. */
  readonly line: (iteration: number, links: LinkSamples) => TimelineLine
}

/** Most stretches of a line; those of the device alone are fewer. */
const maxSpans = 1024

/** @param now ms, on the clock that all threads share. */
export function createTimeline(now: () => number): Timeline {
  const session = now()
  const since = (ms: number): number => Math.round((ms - session) * 100) / 100
  let last = session
  let loop: TimelineLine['loop'] = []
  let device: TimelineLine['device'] = []
  return {
    lap: name => {
      const at = now()
      loop = [...loop, [name, since(last), since(at)]]
      last = at
    },
    used: ({ spans = [] }) => {
      const added = spans.map(
        ({ verb, model, startMs, endMs, busyMs, calls, depth }) =>
          [verb, model, since(startMs), since(endMs), Math.round(busyMs * 100) / 100, calls, depth] as const,
      )
      device = [...device, ...added].slice(-maxSpans)
    },
    line: (iteration, { samples, ...seen }) => {
      const line = {
        ...{ iteration, session: Math.round(session), loop, device, ...seen },
        samples: samples.map(([ms, ...counts]) => [since(ms), ...counts] as const),
      }
      loop = []
      device = []
      last = now()
      return line
    },
  }
}
