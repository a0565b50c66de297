/** How much a device worked of the time in which there was something to do, by a clock that a test moves. */
import test from 'ava'
import fc from 'fast-check'
import { createMeter } from '../../../src/engine/queue/meter.ts'
import type { Batch } from '../../../src/engine/queue/queue.ts'
import { nth } from '../../../src/math/nth.ts'
import { present } from '../../fixtures/present.ts'
import { sample, score } from '../device-requests.ts'

const turnOf = (at: number): Batch => ({ kind: 'call', requests: [{ request: score('policy'), at }] })

test('every moment is work, idleness while something waits, or leisure', async t => {
  const gap = fc.record({
    /** Until something is asked, from then until the device begins, and its work. */
    leisure: fc.nat(20),
    wait: fc.nat(20),
    work: fc.integer({ min: 1, max: 50 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(gap, { maxLength: 12 }), async gaps => {
      let time = 100
      const meter = createMeter(() => time)
      const total = { leisure: 0, wait: 0, work: 0 }
      for (const { leisure, wait, work } of gaps) {
        const since = time + leisure
        time = since + wait
        const turn = turnOf(since)
        await meter.during(turn, { since, count: 1 }, async () => {
          time += work
          meter.over(turn, [])
        })
        total.leisure += leisure
        total.wait += wait
        total.work += work
      }
      const { uses, spans = [], ...times } = meter.flush({ since: Infinity })
      const wallMs = total.leisure + total.wait + total.work
      t.deepEqual(times, { wallMs, busyMs: total.work, idleMs: total.wait })
      t.is(uses[0]?.ms ?? 0, total.work)
      t.is(
        spans.reduce((sum, { busyMs }) => sum + busyMs, 0),
        total.work,
      )
    }),
  )
})

test('a pause is no work; what waits before it was asked is none of the idleness', async t => {
  let time = 0
  const meter = createMeter(() => time)
  const turn: Batch = {
    kind: 'call',
    requests: [
      { request: sample('policy', 'a'), at: 0 },
      { request: sample('policy', 'b'), at: 4 },
    ],
  }
  time = 10
  await meter.during(turn, { since: 0, count: 3 }, async () => void (time = 30))
  time = 35 /* Paused, and nobody else has a turn. */
  const reply = { kind: 'sampled', to: 'policy', from: 'gpu', id: '' } as const
  await meter.during(turn, { since: 0, count: 2 }, async () => {
    time = 40
    const drawn = { tokens: new Int32Array(3), logprobs: new Float32Array(3), finish: 'stop', version: 0 } as const
    meter.over(turn, [
      { ...reply, samples: [drawn] },
      { ...reply, samples: [drawn] },
    ])
  })
  time = 100
  const { uses, spans, ...times } = meter.flush({ since: 90 })
  t.deepEqual(times, { wallMs: 100, busyMs: 25, idleMs: 25 })
  t.like(uses[0], { verb: 'sample', calls: 1, requests: 2, sequences: 2, tokens: 8, ms: 25, sizes: [0, 1] })
  t.true(
    Math.abs(present(nth(uses, 0).queue.maxMs) - 10) < 0.2 && Math.abs(present(nth(uses, 0).queue.meanMs) - 8) < 0.2,
  )
  const span = { verb: 'sample', model: 'policy', calls: 1 } as const
  t.deepEqual(spans, [
    { ...span, startMs: 10, endMs: 30, busyMs: 20, depth: 3 },
    { ...span, startMs: 35, endMs: 40, busyMs: 5, depth: 2 },
  ])
  t.deepEqual(meter.flush({ since: 90 }), { uses: [], spans: [], wallMs: 0, busyMs: 0, idleMs: 0 })
})

test('of calls that overlap, time counts once; what goes on when it is told is cut there', async t => {
  let time = 0
  const meter = createMeter(() => time)
  const over: (() => void)[] = []
  const ask = (turn: Batch): Promise<void> =>
    meter.during(turn, { since: time, count: over.length + 1 }, async () => {
      await new Promise<void>(resolve => over.push(resolve))
      meter.over(turn, [])
    })
  const scoring = ask(turnOf(0))
  time = 5
  const sampling = ask({ kind: 'call', requests: [{ request: sample('policy', 'a'), at: 5 }] })
  time = 10
  const more = ask(turnOf(10))
  nth(over, 0)()
  await scoring
  time = 20
  const first = meter.flush({ since: 5 })
  t.like(first, { wallMs: 20, busyMs: 20, idleMs: 0 })
  t.deepEqual(
    first.uses.map(({ verb, calls, ms }) => ({ verb, calls, ms })),
    [{ verb: 'logprobs', calls: 1, ms: 10 }],
  )
  const scored = { verb: 'logprobs', model: 'policy' } as const
  const sampled = { verb: 'sample', model: 'policy' } as const
  t.deepEqual(first.spans, [
    { ...scored, startMs: 0, endMs: 20, busyMs: 20, calls: 2, depth: 3 },
    { ...sampled, startMs: 5, endMs: 20, busyMs: 15, calls: 1, depth: 2 },
  ])
  time = 26
  nth(over, 1)()
  nth(over, 2)()
  await Promise.all([sampling, more])
  time = 30
  const second = meter.flush({ since: Infinity })
  t.like(second, { wallMs: 10, busyMs: 6, idleMs: 0 })
  t.deepEqual(
    second.uses.map(({ verb, calls, ms }) => ({ verb, calls, ms })),
    [
      { verb: 'sample', calls: 1, ms: 21 },
      { verb: 'logprobs', calls: 1, ms: 16 },
    ],
  )
})
