import assert from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import { createDeviceSpans, type DevicePiece } from '../../../src/engine/queue/device-spans.ts'

const verbs = ['sample', 'forward-backward', 'optim-step'] as const
const models = ['policy', 'reward-model']
const pieces = fc
  .array(
    fc.record({
      verb: fc.constantFrom(...verbs),
      model: fc.constantFrom(...models),
      pauseMs: fc.oneof(fc.nat(3), fc.nat(1000)),
      ms: fc.nat(20),
      depth: fc.integer({ min: 1, max: 50 }),
    }),
    { maxLength: 300 },
  )
  .map(drawn => {
    let now = 0
    return drawn.map(({ verb, model, pauseMs, ms, depth }): DevicePiece => {
      const startMs = now + pauseMs
      now = startMs + ms
      return { verb, model, startMs, endMs: now, calls: 1, depth }
    })
  })

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

test('a bounded number of stretches covers every call, loses no work, and none of a verb and model overlap', t => {
  t.notThrows(() =>
    fc.assert(
      fc.property(pieces, fc.integer({ min: 12, max: 40 }), (recorded, most) => {
        const spans = createDeviceSpans(most)
        recorded.forEach(spans.record)
        const found = spans.flush()
        assert.ok(found.length <= most)
        assert.equal(sum(found.map(({ calls }) => calls)), recorded.length)
        for (const verb of verbs)
          for (const model of models) {
            const own = found.filter(span => span.verb === verb && span.model === model)
            const calls = recorded.filter(piece => piece.verb === verb && piece.model === model)
            assert.equal(sum(own.map(({ busyMs }) => busyMs)), sum(calls.map(({ startMs, endMs }) => endMs - startMs)))
            assert.equal(Math.max(0, ...own.map(({ depth }) => depth)), Math.max(0, ...calls.map(({ depth }) => depth)))
            for (const [index, span] of own.entries()) assert.ok(span.startMs >= (own[index - 1]?.endMs ?? 0))
            for (const call of calls)
              assert.ok(own.some(({ startMs, endMs }) => startMs <= call.startMs && call.endMs <= endMs))
          }
        assert.deepEqual(spans.flush(), [])
      }),
    ),
  )
})

test('few calls are kept as they were', t => {
  const spans = createDeviceSpans()
  const call = { verb: 'sample', model: 'policy', calls: 1, depth: 2 } as const
  spans.record({ ...call, startMs: 1, endMs: 2.5 })
  spans.record({ ...call, startMs: 2.5, endMs: 3 })
  t.deepEqual(spans.flush(), [
    { ...call, startMs: 1, endMs: 2.5, busyMs: 1.5 },
    { ...call, startMs: 2.5, endMs: 3, busyMs: 0.5 },
  ])
})
