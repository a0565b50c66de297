import test from 'ava'
import type { Evaluated } from '../../../src/contracts/metrics.ts'
import { latestOf } from '../../../src/run/loop/measure.ts'

const line = (measures: Evaluated['measures'], ...rates: readonly number[]): Evaluated => ({
  evaluations: rates.map(rate => ({ split: 'seen', temperature: 0, tasks: 1, rate })),
  measures,
})

test('the newest evaluation is the last line that has one', t => {
  const [before, evaluated, other] = [line({}, 0), line({}, 0.5), line({ loss: 1 })]
  t.is(latestOf([evaluated, other], before), evaluated)
  t.is(latestOf([other], before), before)
})

test('in a vector world it is the last line with the measures of one', t => {
  const [before, evaluated, other] = [line({ reached: 0 }), line({ loss: 2, reached: 0.5 }), line({ loss: 1 })]
  t.is(latestOf([evaluated, other], before), evaluated)
  /* As the loop asks it: after each line, by the one before. */
  t.is(latestOf([other], evaluated), evaluated)
  t.is(latestOf([other], before), before)
})
