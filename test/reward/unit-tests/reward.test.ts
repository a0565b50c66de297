import test from 'ava'
import fc from 'fast-check'
import { codeQuality, unitTestAdvantages, unitTestReward } from '../../../src/reward/unit-tests/reward.ts'
import { present } from '../../fixtures/present.ts'
import { formulas } from '../../fixtures/formulas.ts'
import { near } from '../../laws/near.ts'

const programs = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 10 })

test('rewards of unit tests are those of the worked numbers', t => {
  for (const { programsCorrect, passes, reward } of formulas.unitTests) {
    const actual = unitTestReward(programsCorrect, passes)
    if (actual === null || reward === null) t.is(actual, reward)
    else near(t, actual, reward)
  }
})

test('a test that a correct program fails never earns anything; a valid one never loses', t => {
  fc.assert(
    fc.property(programs, of => {
      const reward = unitTestReward(
        of.map(([correct]) => correct),
        of.map(([, passes]) => passes),
      )
      if (reward === null) return
      const valid = of.every(([correct, passes]) => passes || !correct)
      t.true(valid ? reward >= 0 : reward <= 0)
      t.true(Math.abs(reward) <= of.length)
    }),
  )
})

test('failing one more incorrect program is never worse', t => {
  fc.assert(
    fc.property(programs, of => {
      const correct = of.map(([is]) => is)
      const passes = of.map(([, is]) => is)
      const caught = correct.findIndex((is, program) => !is && passes[program])
      if (caught < 0 || !correct.includes(true)) return
      t.true(present(unitTestReward(correct, passes.with(caught, false))) > present(unitTestReward(correct, passes)))
    }),
  )
})

test('advantages are standardised over the tests of a task', t => {
  const correct = [true, false, false]
  near(
    t,
    present(
      unitTestAdvantages(correct, [
        [true, false, false],
        [true, true, true],
      ]),
    ),
    [1, -1],
  )
  t.is(unitTestAdvantages([false], [[true]]), null)
})

test('Code, UT and Detect', t => {
  const correct = [true, true, false, false]
  const passes = [
    [true, true, false, false],
    [true, true, true, false],
    [true, false, false, false],
    [true, true, true, true],
  ]
  t.deepEqual(codeQuality(correct, passes), { code: 0.5, unitTest: 0.75, detect: 0.25 })
  t.deepEqual(codeQuality([false], [[true]]), { code: 0, unitTest: null, detect: null })
  t.deepEqual(codeQuality([true], [[true]]), { code: 1, unitTest: 1, detect: null })
  t.deepEqual(codeQuality([true, false], []), { code: 0.5, unitTest: null, detect: null })
  t.deepEqual(codeQuality([], []), { code: null, unitTest: null, detect: null })
})

test('a row of the wrong length is refused', t => {
  const message = /passes must have 2 entries, one a program, got 1/
  t.throws(() => unitTestReward([true, false], [true]), { instanceOf: RangeError, message })
  t.throws(() => codeQuality([true, false], [[true]]), { instanceOf: RangeError, message })
})
