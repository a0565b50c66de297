import test from 'ava'
import fc from 'fast-check'
import { countOfShare } from '../../../src/math/statistics.ts'
import { keepUncertain, uncertainty } from '../../../src/methods/ragen/keep-uncertain.ts'

const returns = fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 5 }), { minLength: 1, maxLength: 8 })
const keep = fc.double({ min: 0.01, max: 1, noNaN: true })

test('no group that is kept deviates less than one that is not, and their number is the share asked for', t => {
  fc.assert(
    fc.property(returns, keep, (groups, share) => {
      const isKept = keepUncertain(groups, { keep: share, keepBy: 'groups' })
      t.is(isKept.filter(Boolean).length, Math.ceil(share * groups.length))
      const deviations = (kept: boolean) => groups.filter((_, index) => isKept[index] === kept).map(uncertainty)
      t.true(Math.max(-1, ...deviations(false)) <= Math.min(Infinity, ...deviations(true)))
    }),
  )
})

test('by variance a group whose returns differ by rounding alone is not kept', t => {
  const alike = [0.1, 0.1, 0.1, 0.1, 0.1, 0.1]
  t.deepEqual(keepUncertain([alike, [0, 1]], { keep: 1, keepBy: 'variance' }), [false, true])
})

test('by variance as few are kept as have the share, and none that is all alike', t => {
  fc.assert(
    fc.property(returns, keep, (groups, share) => {
      const isKept = keepUncertain(groups, { keep: share, keepBy: 'variance' })
      const kept = groups.flatMap((group, index) => (isKept[index] === true ? [uncertainty(group) ** 2] : []))
      const total = groups.reduce((sum, group) => sum + uncertainty(group) ** 2, 0)
      const sum = kept.reduce((all, variance) => all + variance, 0)
      t.true(kept.every(variance => variance > 0))
      t.true(sum >= share * total - 1e-9)
      if (kept.length > 0) t.true(sum - Math.min(...kept) < share * total + 1e-9)
    }),
  )
})

test('a share in hundredths is of so many groups as it says, whatever its product is in float64', t => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 200 }), (hundredths, groups) =>
      t.is(countOfShare(hundredths / 100, groups), Math.ceil((hundredths * groups) / 100)),
    ),
  )
  const groups = Array.from({ length: 100 }, (_, spread) => [0, spread])
  t.is(keepUncertain(groups, { keep: 0.07, keepBy: 'groups' }).filter(Boolean).length, 7)
})

test('by hand: a quarter of eight groups is the two that deviate most', t => {
  const groups = [
    [0, 0],
    [0, 1],
    [1, 1],
    [0, 4],
    [2, 3],
    [0, 3],
    [5, 5],
    [1, 2],
  ]
  t.deepEqual(
    keepUncertain(groups, { keep: 0.25, keepBy: 'groups' }).flatMap((kept, index) => (kept ? [index] : [])),
    [3, 5],
  )
})
