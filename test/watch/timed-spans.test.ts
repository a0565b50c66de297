import test from 'ava'
import { chromeTrace } from '../../src/watch/views/actors/chrome-trace.ts'
import { linkRows, timedWork } from '../../src/watch/views/actors/timed-spans.ts'
import type { TimelineLine } from '../../src/contracts/timeline.ts'

/** An iteration of 100 ms, whose evaluation's call comes with the next line. */
const line = (iteration: number, session: number, startMs: number): TimelineLine => ({
  iteration,
  session,
  loop: [
    ['collect', startMs, startMs + 60],
    ['learn', startMs + 60, startMs + 90],
    ['evaluation', startMs + 90, startMs + 100],
  ],
  device: [
    ['sample', 'policy', startMs - 5, startMs - 2, 3, 1, 4],
    ['sample', 'policy', startMs + 10, startMs + 40, 20, 2, 9],
  ],
  links: ['gpu → policy', 'policy → gpu'],
  samples: [[startMs + 20, [0, 1024], [iteration, 7]]],
})

test('work is where it was, and evaluations belong to the iteration before', t => {
  const { spans, points } = timedWork([line(1, 5, 1000), line(2, 5, 1200), line(3, 5, 1300)], 2)
  const drawn = spans.map(({ name, iteration, startMs, ms }) => [name, iteration, startMs, ms])
  t.deepEqual(drawn, [
    ['collect', 1, 0, 60],
    ['learn', 1, 60, 30],
    ['evaluation', 1, 90, 10],
    ['sample', 1, 10, 30],
    ['sample', 1, 195, 3],
    ['collect', 2, 200, 60],
    ['learn', 2, 260, 30],
    ['evaluation', 2, 290, 10],
    ['sample', 2, 210, 30],
    ['sample', 2, 295, 3],
  ])
  t.deepEqual(
    points.filter(({ link }) => link === 'policy → gpu').map(({ ms, waiting }) => [ms, waiting]),
    [
      [20, 1],
      [220, 2],
    ],
  )
  t.deepEqual(linkRows(points), [
    { link: 'policy → gpu', looks: 2, maxWaiting: 2, minCredits: 7 },
    { link: 'gpu → policy', looks: 2, maxWaiting: 0, minCredits: 1024 },
  ])
})

test('another process goes on where the one before ended', t => {
  const { spans } = timedWork([line(1, 5, 1000), line(2, 9, 30)], 2)
  t.deepEqual(
    spans.filter(({ name }) => name === 'collect').map(({ startMs }) => startMs),
    [0, 100],
  )
})

test('no lines are no work', t => {
  t.deepEqual(timedWork([], 3), { spans: [], points: [] })
})

test('a trace has the stretches, and a counter of each link', t => {
  const { spans, points } = timedWork([line(1, 5, 0)], 1)
  const { traceEvents } = chromeTrace('run', spans, points) as { traceEvents: readonly Record<string, unknown>[] }
  t.like(
    traceEvents.find(({ ph, name }) => ph === 'X' && name === 'sample'),
    { ts: 10_000, dur: 30_000, args: { iteration: 1, calls: 2, busyMs: 20, depth: 9 } },
  )
  t.like(
    traceEvents.find(({ ph, name }) => ph === 'C' && name === 'policy → gpu: credits'),
    { ts: 20_000, args: { credits: 7 } },
  )
})
