import test from 'ava'
import fc from 'fast-check'
import { sameStepOrder, verdictsByReason, type StepVerdicts } from '../../../src/reward/verdicts/verdicts-by-reason.ts'

const step: fc.Arbitrary<StepVerdicts> = fc.record({
  group: fc.constantFrom('1/0', '1/1'),
  step: fc.nat(2),
  good: fc.boolean(),
  reason: fc.constantFrom('nearer', 'away'),
  verdicts: fc.array(fc.constantFrom(-1, 0, 1), { minLength: 1, maxLength: 3 }),
})
const steps = fc.array(step, { maxLength: 12 })

test('every step counts for one reason, and the means add up to the sum over steps', t => {
  fc.assert(
    fc.property(steps, all => {
      const rows = verdictsByReason(all)
      t.is(
        rows.reduce((sum, row) => sum + row.steps, 0),
        all.length,
      )
      const total = all.reduce((sum, { verdicts }) => sum + verdicts.reduce((a, b) => a + b, 0) / verdicts.length, 0)
      t.true(Math.abs(rows.reduce((sum, row) => sum + row.steps * row.meanVerdict, 0) - total) < 1e-9)
      t.deepEqual(
        rows,
        rows.toSorted((a, b) => (a.good === b.good ? b.steps - a.steps : a.good ? -1 : 1)),
      )
      t.is(new Set(rows.map(({ good, reason }) => `${good} ${reason}`)).size, rows.length)
    }),
  )
})

test('the order within a step index: 1 by the labels, 0 against them, ½ by one vote for all, and 1 − x with verdicts turned round', t => {
  fc.assert(
    fc.property(steps, all => {
      const order = sameStepOrder(all)
      const voting = (vote: (step: StepVerdicts) => number) =>
        sameStepOrder(all.map(each => ({ ...each, verdicts: [vote(each)] })))
      const sign = ({ good }: StepVerdicts): number => (good ? 1 : -1)
      const against = all.map(each => ({ ...each, verdicts: each.verdicts.map(vote => -vote) }))
      if (order === null) {
        t.is(voting(sign), null)
        return
      }
      t.deepEqual([voting(sign), voting(each => -sign(each)), voting(() => 1)], [1, 0, 0.5])
      t.true(Math.abs((sameStepOrder(against) ?? NaN) - (1 - order)) < 1e-12)
    }),
  )
})

test('steps of other groups and other step indices are not compared', t => {
  const good = { group: '1/0', step: 0, good: true, reason: 'nearer', verdicts: [1] }
  const bad = { group: '1/0', step: 0, good: false, reason: 'away', verdicts: [-1] }
  t.is(sameStepOrder([good, bad]), 1)
  t.is(sameStepOrder([good, { ...bad, step: 1 }]), null)
  t.is(sameStepOrder([good, { ...bad, group: '1/1' }]), null)
})
