import test from 'ava'
import fc from 'fast-check'
import { passShares } from '../../../src/reward/unit-tests/pass-shares.ts'
import { codeQuality } from '../../../src/reward/unit-tests/reward.ts'

const programs = fc.array(fc.record({ correct: fc.boolean(), passes: fc.boolean() }), { maxLength: 10 })
const split = (group: readonly { readonly correct: boolean; readonly passes: boolean }[]) =>
  [group.map(({ correct }) => correct), group.map(({ passes }) => passes)] as const

test('a test that all correct programs pass and no incorrect one is one that UT and Detect count', t => {
  fc.assert(
    fc.property(programs, group => {
      const [correct, passes] = split(group)
      const shares = passShares(correct, passes)
      const { unitTest, detect } = codeQuality(correct, [passes])
      t.is(unitTest, shares.correct === null ? null : Number(shares.correct === 1))
      if (detect !== null) t.is(detect, Number(shares.correct === 1 && shares.incorrect === 0))
    }),
  )
})

test('shares are counts over counts, whatever the order of the programs', t => {
  fc.assert(
    fc.property(programs, group => {
      const [correct, passes] = split(group)
      t.deepEqual(passShares(correct.toReversed(), passes.toReversed()), passShares(correct, passes))
    }),
  )
  t.deepEqual(passShares([true, false, false, true, false], [true, true, false, false, false]), {
    correct: 1 / 2,
    incorrect: 1 / 3,
  })
  t.deepEqual(passShares([false], [true]), { correct: null, incorrect: 1 })
})

test('one entry a program is needed', t => {
  t.throws(() => passShares([true], []), { instanceOf: RangeError, message: /passes must have 1 entries.*got 0/ })
})
