import type { WorkSpan } from '../../contract/actors.ts'
import type { LinkPoint } from './timed-spans.ts'

/**
 * Spans, and links as counters, as Chrome's trace events, which Perfetto and `chrome://tracing` open; times are in microseconds.
 * Source: Trace Event Format, https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU.
 */
export function chromeTrace(run: string, spans: readonly WorkSpan[], points: readonly LinkPoint[] = []): object {
  const lanes = [...new Set(spans.map(({ lane }) => lane))]
  const named = (name: string, tid: number, value: string) => ({ name, ph: 'M', pid: 1, tid, args: { name: value } })
  const counter = (name: string, ms: number, args: object) => ({
    name,
    ph: 'C',
    pid: 1,
    ts: Math.round(ms * 1000),
    args,
  })
  return {
    displayTimeUnit: 'ms',
    traceEvents: [
      named('process_name', 0, run),
      ...lanes.map((lane, index) => named('thread_name', index + 1, lane)),
      ...spans.map(({ lane, name, iteration, startMs, ms, busyMs, calls, depth }) => ({
        name,
        cat: lane,
        ph: 'X',
        ts: Math.round(startMs * 1000),
        dur: Math.round(ms * 1000),
        pid: 1,
        tid: lanes.indexOf(lane) + 1,
        args: { iteration, ...(calls === null ? {} : { calls, busyMs, depth }) },
      })),
      ...points.flatMap(({ link, ms, waiting, credits }) => [
        counter(`${link}: waiting`, ms, { waiting }),
        counter(`${link}: credits`, ms, { credits }),
      ]),
    ],
  }
}
