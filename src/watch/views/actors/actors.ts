/** Actors, links and device use of a run. */
import { reasonOf } from '../../../contracts/failure.ts'
import type { Tree } from '../../../config/tree.ts'
import { usedBy } from '../../../run/directory/lock.ts'
import { readTimeline } from '../../../run/directory/records/timeline-file.ts'
import type { ActorsView } from '../../contract/actors.ts'
import { knownOf, treeOf } from '../../folder/line-numbers.ts'
import { linesUpTo } from '../../folder/line-slices.ts'
import type { RunReader } from '../../folder/run-reader.ts'
import type { WatchedFolder } from '../../folder/watched-folder.ts'
import { actorEvent } from './actor-events.ts'
import { chromeTrace } from './chrome-trace.ts'
import { actorHistories } from './lives.ts'
import { deviceRows, spansOf } from './spans.ts'
import { linkRows, timedWork, type TimedWork } from './timed-spans.ts'

interface ActorsOptions {
  /** Last iteration that is shown; `null` for the last of the run. */
  readonly upTo: number | null
  /** Iterations shown. */
  readonly count: number
}

/** Most deaths and restarts that are listed. */
const maxEvents = 500
/** Iterations of a trace, and its stretches, and as many points: the last ones. */
const maxTraced = 2000
const maxTraceEvents = 100_000

export async function actorsView(
  run: WatchedFolder,
  reader: RunReader,
  { upTo, count }: ActorsOptions,
): Promise<ActorsView> {
  const lines = await linesUpTo(run, upTo, count)
  const deaths = await reader.deaths(run).catch((error: unknown) => [{ kind: 'unreadable', actor: reasonOf(error) }])
  const last = lines.at(-1)
  const [from, to] = [lines[0], last].map(line => knownOf(line?.['iteration']))
  const { spans, points, machines, isTimed } = await workOf(run, lines)
  const process = await usedBy(run.directory).catch(() => null)
  const events = deaths.flatMap(line => actorEvent(line) ?? [])
  const links = linkRows(points)
  return {
    process,
    lives: actorHistories(links, events, { machines, isRunning: process !== null }),
    events: events.slice(-maxEvents),
    from: from ?? null,
    to: to ?? null,
    lanes: [...new Set(spans.map(({ lane }) => lane))],
    spans,
    isTimed,
    links,
    device: last === undefined ? [] : deviceRows(last),
    deviceShare: knownOf(treeOf(last?.['speed'])['deviceShare']),
  }
}

export async function traceOf(run: WatchedFolder): Promise<object> {
  const { spans, points } = await workOf(run, await linesUpTo(run, null, maxTraced))
  return chromeTrace(run.name, spans.slice(-maxTraceEvents), points.slice(-maxTraceEvents))
}

/** As the run kept it; estimated where it kept no times. @param lines of metrics.jsonl. */
async function workOf(
  run: WatchedFolder,
  lines: readonly Tree[],
): Promise<TimedWork & { readonly machines: ReadonlyMap<string, string>; readonly isTimed: boolean }> {
  const [from, to] = [lines[0], lines.at(-1)].map(line => knownOf(line?.['iteration']) ?? 0)
  const kept = await readTimeline(run.directory, from ?? 0, (to ?? 0) + 1).catch(() => [])
  const timed = timedWork(kept, to ?? 0)
  const machines = new Map(kept.flatMap(line => Object.entries(line.machines ?? {})))
  return timed.spans.length > 0
    ? { ...timed, machines, isTimed: true }
    : { spans: spansOf(lines), points: [], machines, isTimed: false }
}
