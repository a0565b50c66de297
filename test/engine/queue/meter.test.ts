/** How much a device worked of the time in which there was something to do, by a clock that a test moves. */
import test from 'ava'
import fc from 'fast-check'
import { createMeter } from '../../../src/engine/queue/meter.ts'
import type { Batch } from '../../../src/engine/queue/queue.ts'
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
        await meter.during(turn, since, async () => {
          time += work
          meter.over(turn, [])
        })
        total.leisure += leisure
        total.wait += wait
        total.work += work
      }
      const { uses, ...times } = meter.flush(Infinity)
      const wallMs = total.leisure + total.wait + total.work
      t.deepEqual(times, { wallMs, busyMs: total.work, idleMs: total.wait })
      t.is(uses[0]?.ms ?? 0, total.work)
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
  await meter.during(turn, 0, async () => void (time = 30))
  time = 35 /* Paused, and nobody else has a turn. */
  const reply = { kind: 'sampled', to: 'policy', from: 'gpu', id: '' } as const
  await meter.during(turn, 0, async () => {
    time = 40
    const drawn = { tokens: new Int32Array(3), logprobs: new Float32Array(3), finish: 'stop', version: 0 } as const
    meter.over(turn, [
      { ...reply, samples: [drawn] },
      { ...reply, samples: [drawn] },
    ])
  })
  time = 100
  const { uses, ...times } = meter.flush(90)
  t.deepEqual(times, { wallMs: 100, busyMs: 25, idleMs: 25 })
  t.like(uses[0], { verb: 'sample', calls: 1, requests: 2, sequences: 2, tokens: 8, ms: 25, sizes: [0, 1] })
  t.true(Math.abs(uses[0]!.queue.maxMs! - 10) < 0.2 && Math.abs(uses[0]!.queue.meanMs! - 8) < 0.2)
  t.deepEqual(meter.flush(90), { uses: [], wallMs: 0, busyMs: 0, idleMs: 0 })
})
