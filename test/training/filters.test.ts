import test from 'ava'
import fc from 'fast-check'
import { accuracies } from '../../src/testing/index.ts'
import { fit, judgeFilter, policyFilter, selectSamples } from '../../src/training/filters.ts'

const sampleGroups = fc.array(
  fc.record({
    successShare: accuracies,
    samples: fc.array(fc.record({ advantage: fc.integer({ min: -2, max: 2 }) }), { maxLength: 6 }),
  }),
  { maxLength: 8 },
)
const filters = fc.constantFrom(policyFilter, judgeFilter)

test('every group and every sample is accounted for', t => {
  fc.assert(
    fc.property(sampleGroups, filters, (groups, filter) => {
      const { samples, counts } = selectSamples(groups, filter)
      t.is(counts.kept, samples.length)
      t.is(counts.samples, counts.kept + counts.inDroppedGroups + counts.zeroAdvantage)
      t.is(counts.groups, groups.length)
      t.true(counts.groupsTooLow + counts.groupsTooHigh <= counts.groups)
    }),
    { numRuns: 50 },
  )
})

test('what is kept is all that fits, in order, and has an advantage', t => {
  fc.assert(
    fc.property(sampleGroups, filters, (groups, filter) => {
      const expected = groups
        .filter(({ successShare }) => fit(successShare, filter) === 'kept')
        .flatMap(({ samples }) => samples)
        .filter(({ advantage }) => advantage !== 0)
      t.deepEqual(selectSamples(groups, filter).samples, expected)
    }),
    { numRuns: 50 },
  )
})

test('the policy trains on groups that are neither all lost nor all won, the judge on those of [0.2, 0.8]', t => {
  t.deepEqual(
    [0, 0.125, 0.875, 1].map(share => fit(share, policyFilter)),
    ['too low', 'kept', 'kept', 'too high'],
  )
  t.deepEqual(
    [0.125, 0.2, 0.8, 0.875].map(share => fit(share, judgeFilter)),
    ['too low', 'kept', 'kept', 'too high'],
  )
})

test('bad shares, filters and advantages are refused', t => {
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  refused(() => fit(1.5, policyFilter), /successShare must be in \[0, 1\], got 1.5/)
  refused(() => fit(0.5, { low: 0.8, high: 0.2, edges: 'inclusive' }), /got low 0.8 and high 0.2/)
  refused(
    () => selectSamples([{ successShare: 0.5, samples: [{ advantage: Number.NaN }] }], policyFilter),
    /advantage must be finite, got NaN/,
  )
})
