import test from 'ava'
import fc from 'fast-check'
import { classWeights } from '../../src/math/class-weights.ts'

const counts = fc.integer({ min: 1, max: 100_000 })

test('both classes count alike, and the mean weight is 1', t => {
  fc.assert(
    fc.property(counts, counts, (first, second) => {
      const [a, b] = classWeights(first, second)
      t.true(Math.abs(a * first - b * second) <= 1e-9 * (first + second))
      t.true(Math.abs((a * first + b * second) / (first + second) - 1) <= 1e-12)
    }),
  )
})

test('where a class is empty nothing is weighed', t => {
  t.deepEqual(classWeights(7, 0), [1, 1])
  t.deepEqual(classWeights(0, 7), [1, 1])
  t.deepEqual(classWeights(0, 0), [1, 1])
})
