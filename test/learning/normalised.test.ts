import test from 'ava'
import fc from 'fast-check'
import { normalised, normalisers } from '../../src/learning/normalised.ts'
import { present } from '../fixtures/present.ts'
import { nth } from '../../src/math/nth.ts'

const returns = fc.array(fc.array(fc.integer({ min: -8, max: 8 }), { maxLength: 6 }), { minLength: 1, maxLength: 5 })
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const squares = (values: readonly number[]): number => sum(values.map(value => value * value))

test('every normaliser but none leaves each group without a mean, and its order as it was', t => {
  fc.assert(
    fc.property(returns, fc.constantFrom(...normalisers), (groups, by) => {
      const advantages = normalised(groups, by)
      groups.forEach((group, index) => {
        const own = nth(advantages, index)
        t.is(own.length, group.length)
        if (by !== 'none') t.true(Math.abs(sum(own)) < 1e-9)
        group.forEach((one, a) =>
          group.forEach((other, b) => t.true(one <= other ? nth(own, a) <= nth(own, b) : nth(own, a) > nth(own, b))),
        )
      })
    }),
  )
})

test('group has variance 1 in each group that varies, batch over all; mean keeps the units', t => {
  fc.assert(
    fc.property(returns, groups => {
      for (const own of normalised(groups, 'group'))
        if (own.some(value => value !== 0)) t.true(Math.abs(squares(own) - own.length) < 1e-9)
      const batch = normalised(groups, 'batch').flat()
      if (batch.some(value => value !== 0)) t.true(Math.abs(squares(batch) - batch.length) < 1e-9)
      const [mean, twice] = [groups, groups.map(group => group.map(value => 2 * value))].map(each =>
        normalised(each, 'mean'),
      )
      t.deepEqual(
        present(mean).map(group => group.map(value => 2 * value)),
        twice,
      )
    }),
  )
})

test('returns that are equal but for rounding have 0, by every normaliser but none', t => {
  for (const by of normalisers.filter(each => each !== 'none'))
    t.deepEqual(normalised([[0.1, 0.1, 0.1], [], [0.7, 0.6 + 0.1]], by), [[0, 0, 0], [], [0, 0]])
})

test('by hand: a small difference counts as much as a large one only in its own group', t => {
  const groups = [
    [0, 0.2],
    [0, 2],
  ]
  const rounded = (by: (typeof normalisers)[number]) =>
    normalised(groups, by).map(group => group.map(value => Number(value.toFixed(6))))
  t.deepEqual(rounded('none'), groups)
  t.deepEqual(rounded('mean'), [
    [-0.1, 0.1],
    [-1, 1],
  ])
  t.deepEqual(rounded('group'), [
    [-1, 1],
    [-1, 1],
  ])
  const deviation = Math.sqrt((2 * 0.01 + 2) / 4)
  t.deepEqual(
    rounded('batch'),
    [
      [-0.1, 0.1],
      [-1, 1],
    ].map(group => group.map(value => Number((value / deviation).toFixed(6)))),
  )
  t.throws(() => normalised([[Number.NaN, 1]], 'mean'), { instanceOf: RangeError })
})
