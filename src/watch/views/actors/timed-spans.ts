/** Lines of timeline.jsonl as stretches on lanes, with how full the links were. Pure. */
import type { LinkRow, WorkSpan } from '../../contract/actors.ts'
import type { TimelineLine } from '../../../contracts/timeline.ts'
import { indexAfter } from '../../curves/points.ts'
import { loopLane } from './spans.ts'

/** How many messages waited to be sent over a link, and how many credits it had left, at a time. */
export interface LinkPoint {
  readonly link: string
  readonly ms: number
  readonly waiting: number
  readonly credits: number
}

export interface TimedWork {
  /** By iteration, those of the loop first. */
  readonly spans: readonly WorkSpan[]
  readonly points: readonly LinkPoint[]
}

/**
 * @param lines in order. Lines of another process come right after those before, whatever the pause between.
 * @param to last iteration that is shown: a line after it is used for the device's evaluation alone.
 */
export function timedWork(lines: readonly TimelineLine[], to: number): TimedWork {
  const offsets = offsetsOf(lines)
  const loops = lines.flatMap((line, index) =>
    line.iteration > to
      ? []
      : line.loop.map(([name, startMs, endMs]) => ({
          ...{ lane: loopLane, name, iteration: line.iteration, startMs: startMs + (offsets[index] ?? 0) },
          ...{ ms: endMs - startMs, busyMs: null, calls: null, depth: null },
        })),
  )
  const end = loops.reduce((last, { startMs, ms }) => Math.max(last, startMs + ms), 0)
  const begun = Float64Array.from(loops, ({ startMs }) => startMs)
  const device = lines.flatMap((line, index) =>
    line.device.map(([verb, model, startMs, endMs, busyMs, calls, depth]) => {
      const start = startMs + (offsets[index] ?? 0)
      const iteration = loops[indexAfter(begun, start) - 1]?.iteration ?? line.iteration
      return {
        lane: `${model}: ${verb}`,
        name: verb,
        iteration,
        startMs: start,
        ms: endMs - startMs,
        busyMs,
        calls,
        depth,
      }
    }),
  )
  const points = lines.flatMap(({ links, samples }, index) =>
    samples.flatMap(([ms, ...counts]) =>
      links.flatMap((link, at) => {
        const sample = counts[at]
        return sample ? [{ link, ms: ms + (offsets[index] ?? 0), waiting: sample[0], credits: sample[1] }] : []
      }),
    ),
  )
  const isShown = (ms: number): boolean => ms >= 0 && ms <= end
  const spans = [...loops, ...device.filter(({ startMs }) => isShown(startMs))]
  return {
    spans: spans.sort((one, other) => one.iteration - other.iteration),
    points: points.filter(({ ms }) => isShown(ms)),
  }
}

/** Of each line, what makes its first part begin at 0 or where the part before it ended. */
function offsetsOf(lines: readonly TimelineLine[]): readonly number[] {
  let [session, offset, end] = [NaN, 0, 0]
  return lines.map(line => {
    if (line.session !== session) offset = end - (line.loop[0]?.[1] ?? 0)
    session = line.session
    end = offset + (line.loop.at(-1)?.[2] ?? 0)
    return offset
  })
}

/** A row for each link, those first on which most waited. */
export function linkRows(points: readonly LinkPoint[]): readonly LinkRow[] {
  const rows = new Map<string, LinkRow>()
  for (const { link, waiting, credits } of points) {
    const row = rows.get(link) ?? { link, looks: 0, maxWaiting: 0, minCredits: Infinity }
    rows.set(link, {
      link,
      looks: row.looks + 1,
      maxWaiting: Math.max(row.maxWaiting, waiting),
      minCredits: Math.min(row.minCredits, credits),
    })
  }
  return [...rows.values()].sort((one, other) => other.maxWaiting - one.maxWaiting || one.minCredits - other.minCredits)
}
