import test from 'ava'
import fc from 'fast-check'
import { rootKey } from '../../src/math/random.ts'
import { drawSlots } from '../../src/curriculum/schedule.ts'

const sizes = fc
  .integer({ min: 1, max: 40 })
  .chain(slots => fc.record({ slots: fc.constant(slots), perIteration: fc.integer({ min: 1, max: slots }) }))

test('an iteration draws different slots, the same whenever it is asked', t => {
  fc.assert(
    fc.property(sizes, fc.maxSafeNat().map(rootKey), fc.nat(), (size, key, iteration) => {
      const drawn = drawSlots({ ...size, key, iteration })
      t.is(new Set(drawn).size, size.perIteration)
      t.true(drawn.every(slot => Number.isInteger(slot) && slot >= 0 && slot < size.slots))
      t.deepEqual(drawSlots({ ...size, key, iteration }), drawn)
    }),
    { numRuns: 50 },
  )
})

test('where the draws divide the slots, every slot comes once in each round', t => {
  const round = (from: number) =>
    [0, 1, 2, 3].flatMap(step => drawSlots({ key: rootKey(1), iteration: from + step, slots: 16, perIteration: 4 }))
  const all = [...Array(16).keys()]
  t.deepEqual(
    round(0).toSorted((a, b) => a - b),
    all,
  )
  t.deepEqual(
    round(4).toSorted((a, b) => a - b),
    all,
  )
  t.notDeepEqual(round(0), round(4))
})

test('bad options are refused by name', t => {
  const good = { key: rootKey(1), iteration: 0, slots: 4, perIteration: 2 }
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  refused(() => drawSlots({ ...good, iteration: -1 }), /iteration must be a non-negative integer, got -1/)
  refused(() => drawSlots({ ...good, slots: 0 }), /slots must be a positive integer, got 0/)
  refused(() => drawSlots({ ...good, perIteration: 5 }), /perIteration must be an integer in \[1, 4\], got 5/)
})
