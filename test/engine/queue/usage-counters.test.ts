import test from 'ava'
import fc from 'fast-check'
import { createUsageCounters, type DeviceEntry, type UsageCounters } from '../../../src/engine/queue/usage-counters.ts'
import { present } from '../../fixtures/present.ts'

const entries: fc.Arbitrary<DeviceEntry[]> = fc.array(
  fc.record({
    verb: fc.constantFrom('sample', 'logprobs', 'save'),
    model: fc.constantFrom('policy', 'reward-model', 'reward model'),
    waitedMs: fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 9 }),
    sequences: fc.integer({ min: 1, max: 600 }),
    tokens: fc.nat(9000),
    ms: fc.nat(1000),
  }),
  { maxLength: 20 },
)

const enterAll = (counters: UsageCounters, entered: readonly DeviceEntry[]): void => entered.forEach(counters.record)
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

test('what is entered is summed by verb and model, in the order of first use', t => {
  fc.assert(
    fc.property(entries, entered => {
      const counters = createUsageCounters()
      enterAll(counters, entered)
      const uses = counters.flush()
      const names = entered.map(({ verb, model }) => `${verb}, ${model}`)
      t.deepEqual(
        uses.map(({ verb, model }) => `${verb}, ${model}`),
        [...new Set(names)],
      )
      for (const { verb, model, queue, sizes, ...sums } of uses) {
        const own = entered.filter(each => each.verb === verb && each.model === model)
        const total = (part: 'sequences' | 'tokens' | 'ms') => sum(own.map(each => each[part]))
        const waited = own.flatMap(({ waitedMs }) => waitedMs)
        t.deepEqual(sums, {
          calls: own.length,
          requests: waited.length,
          sequences: total('sequences'),
          tokens: total('tokens'),
          ms: total('ms'),
        })
        t.is(queue.requests, waited.length)
        t.true(Math.abs(present(queue.meanMs) / (sum(waited) / waited.length) - 1) < 0.02)
        t.true(Math.abs(present(queue.maxMs) / Math.max(...waited) - 1) < 0.02)
        sizes.forEach((calls, b) =>
          t.is(calls, own.filter(({ sequences }) => sequences >= 2 ** b && sequences < 2 ** (b + 1)).length),
        )
        t.is(sum(sizes), own.length)
      }
    }),
  )
})

test('closing empties it', t => {
  fc.assert(
    fc.property(entries, entries, (before, after) => {
      const [used, fresh] = [createUsageCounters(), createUsageCounters()]
      enterAll(used, before)
      used.flush()
      t.deepEqual(used.flush(), [])
      enterAll(used, after)
      enterAll(fresh, after)
      t.deepEqual(used.flush(), fresh.flush())
    }),
    { numRuns: 30 },
  )
})
