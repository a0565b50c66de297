import test from 'ava'
import fc from 'fast-check'
import { accuracies } from '../../src/laws/index.ts'
import { successBand, type SuccessBand } from '../../src/learning/success-band.ts'

/** The paper's. */
const policyFilter: SuccessBand = { low: 0, high: 1, edges: 'exclusive' }
const rewardModelFilter: SuccessBand = { low: 0.2, high: 0.8, edges: 'inclusive' }

test('a group fits, or is on one side of the filter', t => {
  fc.assert(
    fc.property(accuracies, fc.constantFrom(policyFilter, rewardModelFilter), (share, filter) => {
      const verdict = successBand(share, filter)
      if (verdict === 'too low') t.true(share <= filter.low)
      else if (verdict === 'too high') t.true(share >= filter.high)
      else t.true(share >= filter.low && share <= filter.high)
    }),
  )
})

test('the policy trains on groups that are neither all lost nor all won, the reward model on those of [0.2, 0.8]', t => {
  t.deepEqual(
    [0, 0.125, 0.875, 1].map(share => successBand(share, policyFilter)),
    ['too low', 'kept', 'kept', 'too high'],
  )
  t.deepEqual(
    [0.125, 0.2, 0.8, 0.875].map(share => successBand(share, rewardModelFilter)),
    ['too low', 'kept', 'kept', 'too high'],
  )
})

test('bad shares and filters are refused', t => {
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  refused(() => successBand(1.5, policyFilter), /successShare must be in \[0, 1\], got 1.5/)
  refused(() => successBand(0.5, { low: 0.8, high: 0.2, edges: 'inclusive' }), /got low 0.8 and high 0.2/)
})
