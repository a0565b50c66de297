import test from 'ava'
import fc from 'fast-check'
import { learningRateAt, type LearningRateSchedule } from '../../src/learning/learning-rate.ts'

const schedules = fc.record({
  learningRate: fc.double({ min: 1e-6, max: 1, noNaN: true }),
  finalLearningRate: fc.double({ min: 0, max: 1, noNaN: true }),
  warmupIterations: fc.nat(12),
})

const rates = (schedule: LearningRateSchedule, iterations: number): readonly number[] =>
  Array.from({ length: iterations }, (_, index) => learningRateAt(schedule, index + 1, iterations))

test('after the warm-up the rates are those without one, before it they are lower and their share rises evenly', t => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 1, max: 40 }), (schedule, iterations) => {
      const { warmupIterations: warmup } = schedule
      const without = rates({ ...schedule, warmupIterations: 0 }, iterations)
      rates(schedule, iterations).forEach((rate, index) => {
        const share = Math.min(1, (index + 1) / (warmup + 1))
        const whole = without[index] ?? NaN
        t.true(Math.abs(rate - share * whole) <= 1e-12)
        if (share === 1) t.is(rate, whole)
      })
    }),
  )
})

test('without a warm-up the rate never rises, from the whole at the first iteration to its share at the last', t => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 2, max: 40 }), (schedule, iterations) => {
      const all = rates({ ...schedule, warmupIterations: 0 }, iterations)
      t.is(all[0], schedule.learningRate)
      t.true(Math.abs((all.at(-1) ?? NaN) - schedule.learningRate * schedule.finalLearningRate) < 1e-12)
      t.true(all.slice(1).every((rate, index) => rate <= (all[index] ?? NaN)))
    }),
  )
})

test('after the last iteration the rate stays as it is there', t => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 1, max: 40 }), fc.nat(400), (schedule, iterations, more) => {
      const plain = { ...schedule, warmupIterations: 0 }
      t.is(learningRateAt(plain, iterations + more, iterations), learningRateAt(plain, iterations, iterations))
    }),
  )
})

test('worked rates', t => {
  const plain = { learningRate: 1, finalLearningRate: 0.2, warmupIterations: 0 }
  const shown = (schedule: LearningRateSchedule) => rates(schedule, 5).map(rate => rate.toFixed(9))
  t.deepEqual(shown(plain), ['1.000000000', '0.800000000', '0.600000000', '0.400000000', '0.200000000'])
  t.deepEqual(shown({ ...plain, warmupIterations: 1 }), [
    '0.500000000',
    '0.800000000',
    '0.600000000',
    '0.400000000',
    '0.200000000',
  ])
  t.is(learningRateAt({ ...plain, learningRate: 0.5 }, 1, 1), 0.5)
})
