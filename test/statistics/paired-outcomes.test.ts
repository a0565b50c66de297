import test from 'ava'
import fc from 'fast-check'
import { mean } from '../../src/math/statistics.ts'
import { pairedDifference } from '../../src/statistics/paired-difference.ts'
import { pairedOutcomes } from '../../src/statistics/paired-outcomes.ts'
import { near } from '../laws/near.ts'

const marks = fc.array(fc.tuple(fc.constantFrom('1', '0', '-'), fc.constantFrom('1', '0', '-')), { maxLength: 40 })

test('tasks that both played, in their order', t => {
  t.deepEqual(pairedOutcomes('110-1', '1-001'), { first: [1, 0, 1], second: [1, 0, 1] })
  t.deepEqual(pairedOutcomes('', ''), { first: [], second: [] })
  t.deepEqual(pairedOutcomes('--', '10'), { first: [], second: [] })
})

test('the difference is that of the tasks that one of them alone won', t => {
  fc.assert(
    fc.property(marks, pairs => {
      const { first, second } = pairedOutcomes(pairs.map(([a]) => a).join(''), pairs.map(([, b]) => b).join(''))
      const count = (a: string, b: string) => pairs.filter(([x, y]) => x === a && y === b).length
      const played = count('1', '1') + count('1', '0') + count('0', '1') + count('0', '0')
      t.is(first.length, played)
      if (played > 0) near(t, mean(first) - mean(second), (count('1', '0') - count('0', '1')) / played)
    }),
  )
})

test('with many tasks p is near that of McNemar', t => {
  /* 40 against 20 of 1000: z = (b − c) / √(b + c) = 2.582, p = 0.0098 */
  const first = '1'.repeat(40) + '0'.repeat(20) + '1'.repeat(500) + '0'.repeat(440)
  const second = '0'.repeat(40) + '1'.repeat(20) + '1'.repeat(500) + '0'.repeat(440)
  const outcomes = pairedOutcomes(first, second)
  near(t, pairedDifference(outcomes.first, outcomes.second).p ?? NaN, 0.0098, 3e-4)
})

test('other marks, and outcomes of other tasks, are refused', t => {
  t.throws(() => pairedOutcomes('12', '10'), { instanceOf: RangeError, message: 'an outcome must be 1, 0 or -, got 2' })
  t.throws(() => pairedOutcomes('-', 'x'), { instanceOf: RangeError, message: /got x/ })
  t.throws(() => pairedOutcomes('1', '10'), { instanceOf: RangeError, message: 'lengths must be equal, got 1 and 2' })
})
