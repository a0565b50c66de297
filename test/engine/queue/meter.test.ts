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
