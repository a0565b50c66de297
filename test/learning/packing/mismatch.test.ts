import test from 'ava'
import fc from 'fast-check'
import { zeroSums } from '../../../src/engine/semantics/sums.ts'
import { noMismatch, ofFirstUpdate, rootMeanSquare, withScores } from '../../../src/learning/packing/mismatch.ts'
import { clipped } from '../../../src/losses/clipped.ts'

const sequence = { tokens: Int32Array.of(1, 2, 3, 4, 5) }
const target = (start: number, logprobs: readonly number[], isStale: boolean) => ({
  start,
  end: start + logprobs.length,
  advantage: 1,
  weight: 1,
  behaviour: Float32Array.from(logprobs),
  isStale,
})

test('it is over what the present weights drew, and over nothing else', t => {
  const scores = Float32Array.of(0, -1, -2, -3, -4)
  const targets = [target(1, [-1, -5], false), target(3, [-9], true), target(4, [-4], false)]
  const found = withScores(noMismatch, { sequence, targets }, scores)
  t.deepEqual(found, { squares: 9, tokens: 3 })
  t.is(rootMeanSquare(withScores(found, { sequence, targets: targets.slice(0, 1) }, scores)), Math.sqrt(18 / 5))
  t.is(rootMeanSquare(withScores(noMismatch, { sequence, targets: targets.slice(1, 2) }, scores)), null)
})

test('the KL term of a first update gives the same, for differences as small as rounding makes them', t => {
  const differences = fc.array(fc.double({ min: -1e-4, max: 1e-4, noNaN: true }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(differences, drawn => {
      const options = { advantage: 1, clip: 0.2, klWeight: 0.01, oldLogprobs: drawn.map(() => 0) }
      const { kl } = clipped(drawn, options)
      const found = rootMeanSquare(ofFirstUpdate({ ...zeroSums(), kl, tokens: drawn.length + 3 }, 3)) ?? NaN
      const exact = Math.sqrt(drawn.reduce((sum, value) => sum + value ** 2, 0) / drawn.length)
      t.true(Math.abs(found - exact) <= 1e-3 * exact + 1e-9)
    }),
  )
})
