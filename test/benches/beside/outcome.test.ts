import test from 'ava'
import fc from 'fast-check'
import { outcomeOf, type Measured } from '../../../benches/beside/outcome.ts'
import type { Comparison } from '../../../benches/beside/comparison.ts'
import type { Timing } from '../../../benches/engine/in-turn.ts'

const never = async (): Promise<Timing> => ({ ms: 1, processorMs: 1 })
const comparison = (ours: number, theirs: number): Comparison => ({
  ...{ work: 'adding', peer: 'abacus', unit: 'sums' },
  ours: { measure: never, units: ours },
  theirs: { measure: never, units: theirs },
})
const some = fc.double({ min: 1e-3, max: 1e6, noNaN: true })
const timing = fc.record({ ms: some, processorMs: some })
const rounds = fc
  .array(fc.tuple(timing, timing), { minLength: 1, maxLength: 9 })
  .map((pairs): Measured => ({ ours: pairs.map(([own]) => own), theirs: pairs.map(([, other]) => other) }))
const units = fc.integer({ min: 1, max: 1e6 })
const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.abs(b)

test('twice the work in the same time is twice as fast', t => {
  fc.assert(
    fc.property(rounds, units, units, (measured, ours, theirs) => {
      const once = outcomeOf(comparison(ours, theirs), measured)
      const twice = outcomeOf(comparison(2 * ours, theirs), measured)
      t.true(near(twice.ours, 2 * once.ours))
      t.is(twice.theirs, once.theirs)
      for (const clock of ['processor', 'clock'] as const)
        for (const of of ['median', 'least', 'most'] as const) t.true(near(twice[clock][of], 2 * once[clock][of]))
    }),
  )
})

test('the other way round the ratio is its inverse, and its least is the greatest', t => {
  fc.assert(
    fc.property(rounds, units, units, (measured, ours, theirs) => {
      const there = outcomeOf(comparison(ours, theirs), measured)
      const back = outcomeOf(comparison(theirs, ours), { ours: measured.theirs, theirs: measured.ours })
      for (const clock of ['processor', 'clock'] as const) {
        t.true(near(back[clock].least, 1 / there[clock].most))
        t.true(near(back[clock].most, 1 / there[clock].least))
        t.true(there[clock].least <= there[clock].median && there[clock].median <= there[clock].most)
      }
      t.is(back.ours, there.theirs)
    }),
  )
})

test('what slows one round down for both changes no ratio', t => {
  const measured = (load: number): Measured => ({
    ours: [
      { ms: 10, processorMs: 20 },
      { ms: 10 * load, processorMs: 20 * load },
    ],
    theirs: [
      { ms: 30, processorMs: 30 },
      { ms: 30 * load, processorMs: 30 * load },
    ],
  })
  const { processor, clock } = outcomeOf(comparison(5, 5), measured(8))
  t.deepEqual(processor, { median: 1.5, least: 1.5, most: 1.5 })
  t.deepEqual(clock, { median: 3, least: 3, most: 3 })
})

test('rounds of one side alone are refused, and none', t => {
  const one = { ms: 1, processorMs: 1 }
  t.throws(() => outcomeOf(comparison(1, 1), { ours: [one], theirs: [] }), { instanceOf: RangeError })
  t.throws(() => outcomeOf(comparison(1, 1), { ours: [], theirs: [] }), { instanceOf: RangeError })
})
