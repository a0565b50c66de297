import test from 'ava'
import fc from 'fast-check'
import { VirtualTimeScheduler } from 'rxjs'
import { heapLimits, withRoom } from '../../../src/runtime/heap/limits.ts'
import { checkMs, watchOwnHeap } from '../../../src/runtime/heap/watch-own.ts'
import { nth } from '../../../src/math/nth.ts'

const limits = { inside: 100, outside: 200 }
/** Of a heap at each look: what is needed, and garbage beside it. */
const heaps = fc.array(fc.record({ needed: fc.nat(150), garbage: fc.nat(300) }), { minLength: 1, maxLength: 40 })

test('a heap is full at the first look that finds more needed than is allowed, and garbage fills none', t => {
  fc.assert(
    fc.property(heaps, heap => {
      const scheduler = new VirtualTimeScheduler()
      const looks = new Int32Array(1)
      let collected = false
      const now = () => nth(heap, Math.min(nth(looks, 0) - 1, heap.length - 1))
      const told: number[] = []
      const end = watchOwnHeap({
        limits,
        checks: looks,
        full: used => told.push(used),
        scheduler,
        used: () => {
          const { needed, garbage } = now()
          return collected ? needed : needed + garbage
        },
        collect: () => (collected = true),
      })
      scheduler.schedule(end, heap.length * checkMs + 1)
      const each = (): void => {
        collected = false
      }
      for (let n = 0; n < heap.length; n += 1) scheduler.schedule(each, n * checkMs + 1)
      scheduler.flush()
      t.true(told.length <= 1)
      for (const used of told) t.true(used > limits.inside)
      /* Garbage puts the next collection off, for as long as there is room. */
      const surely = heap.findIndex(
        ({ needed, garbage }) => needed > limits.inside && needed + garbage > limits.outside,
      )
      if (surely >= 0) t.true(told.length === 1 && nth(looks, 0) <= surely + 1)
      if (heap.every(({ needed }) => needed <= limits.inside)) t.deepEqual(told, [])
    }),
  )
})

test('what is asked for is what is held to, V8 has more, and without a limit it is a share of that of V8', t => {
  const given = withRoom({ maxOldGenerationSizeMb: 64, stackSizeMb: 4 })
  t.deepEqual(given, { maxOldGenerationSizeMb: 576, maxYoungGenerationSizeMb: 12, stackSizeMb: 4 })
  t.deepEqual(heapLimits({ maxOldGenerationSizeMb: 64 }, given), { inside: 64 * 2 ** 20, outside: 320 * 2 ** 20 })
  t.deepEqual(withRoom({ stackSizeMb: 4 }), { maxYoungGenerationSizeMb: 12, stackSizeMb: 4 })
  t.deepEqual(heapLimits({}, { maxOldGenerationSizeMb: 1000 }), { inside: 800 * 2 ** 20, outside: 900 * 2 ** 20 })
  for (const unknown of [{}, { maxOldGenerationSizeMb: -1 }])
    t.deepEqual(heapLimits({}, unknown), { inside: Infinity, outside: Infinity })
})
