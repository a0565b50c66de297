import test from 'ava'
import fc from 'fast-check'
import type { Success } from '../../src/contracts/metrics.ts'
import { standardError } from '../../src/math/statistics.ts'
import { successDifference } from '../../src/rollout/success-difference.ts'
import { ratioDifferenceError } from '../../src/statistics/ratio-difference.ts'
import { near } from '../laws/near.ts'

const mark = fc.constantFrom('1', '0', '-')
/** Two measurements of the same tasks. */
const pairs = fc
  .array(fc.tuple(mark, mark), { minLength: 1, maxLength: 40 })
  .map(tasks => [tasks.map(([before]) => before).join(''), tasks.map(([, after]) => after).join('')] as const)

/** Of these outcomes. */
function success(wins: string): Success {
  const played = [...wins].filter(each => each !== '-')
  const won = played.filter(each => each === '1').length
  return {
    split: 'unseen',
    temperature: 0,
    tasks: played.length,
    rate: played.length === 0 ? 0 : won / played.length,
    wins,
  }
}
const differenceOf = (before: string, after: string) => successDifference(success(before), success(after))
const swapped = (marks: string): string => marks.replace(/[01]/g, won => (won === '1' ? '0' : '1'))
const reversed = (marks: string): string => [...marks].reverse().join('')

function same(t: Parameters<typeof near>[0], { value, error }: ReturnType<typeof differenceOf>, wanted: typeof value) {
  near(t, value, wanted)
  return error
}

test('turned round, the difference changes its sign and its error stays; so if wins become losses', t => {
  fc.assert(
    fc.property(pairs, ([before, after]) => {
      const { value, error } = differenceOf(before, after)
      t.is(same(t, differenceOf(after, before), -value) === null, error === null)
      near(t, same(t, differenceOf(after, before), -value) ?? 0, error ?? 0)
      if (error !== null) near(t, same(t, differenceOf(swapped(before), swapped(after)), -value) ?? 0, error)
    }),
  )
})

test('the order of tasks does not matter, and tasks that were not played both times are as if they were not there', t => {
  fc.assert(
    fc.property(pairs, ([before, after]) => {
      const { value, error } = differenceOf(before, after)
      near(t, same(t, differenceOf(reversed(before), reversed(after)), value) ?? 0, error ?? 0)
      if (error !== null) near(t, same(t, differenceOf(`${before}-1`, `${after}0-`), value) ?? 0, error)
    }),
  )
})

test('where every task is played it is the difference of the rates, and its error that of the jackknife of ratios', t => {
  const both = fc.array(fc.tuple(fc.constantFrom('0', '1'), fc.constantFrom('0', '1')), { minLength: 2, maxLength: 40 })
  fc.assert(
    fc.property(both, tasks => {
      const [before, after] = [tasks.map(([from]) => from).join(''), tasks.map(([, to]) => to).join('')]
      const { value, error } = differenceOf(before, after)
      near(t, value, success(after).rate - success(before).rate)
      const rated = (marks: string) => [
        { weight: 1, numerators: [...marks].map(Number), denominators: [...marks].map(() => 1) },
      ]
      near(t, error ?? NaN, ratioDifferenceError(rated(before), rated(after)) ?? NaN)
    }),
  )
})

test('where every task comes out as before there is neither difference nor error', t => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('0', '1'), minLength: 2, maxLength: 40 }), wins => {
      t.deepEqual(differenceOf(wins, wins), { value: 0, error: 0 })
    }),
  )
})

test('by hand: one task lost and one won of six that were played both times', t => {
  const { value, error } = differenceOf('1100-10', '1010110')
  t.is(value, 0)
  near(t, error ?? NaN, standardError([0, -1, 1, 0, 0, 0]))
})

test('without the outcomes of the same tasks, or with one pair alone, it has no error', t => {
  const { wins: _, ...older } = success('110')
  for (const [before, after] of [
    [older, success('010')],
    [success('010'), older],
    [success('01'), success('110')],
    [success('1--'), success('-0-')],
    [success('1--'), success('0-1')],
  ] as const)
    t.deepEqual(successDifference(before, after), { value: after.rate - before.rate, error: null })
})
