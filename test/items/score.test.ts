import test from 'ava'
import fc from 'fast-check'
import { outcomeNames, programScore, programTotals, type ItemScore, type ProgramScore } from '../../src/items/score.ts'
import type { TestOutcome } from '../../src/contracts/worlds/job.ts'

const scoreFor = (outcomes: readonly TestOutcome[]): ProgramScore =>
  programScore(outcomes.map((outcome, index) => ({ outcome, output: '', stderr: `${outcome} ${index}` })))

const invalid: ProgramScore = { kind: 'invalid', reason: 'the sandbox failed' }

const itemOf = (programs: readonly ProgramScore[]): ItemScore => ({
  id: null,
  index: 0,
  where: 'line 1',
  title: null,
  difficulty: null,
  programs,
})

const outcomes = fc.array(fc.constantFrom(...outcomeNames), { minLength: 1, maxLength: 5 })
const items = fc.array(fc.array(outcomes.map(scoreFor), { maxLength: 4 }).map(itemOf), { maxLength: 6 })

test('shares are shares, all tests weigh no less than some, and every test is counted once', t => {
  fc.assert(
    fc.property(items, all => {
      const { passAt1, meanShare, programs, solved, outcomes: counts } = programTotals(all)
      const tests = all
        .flatMap(each => each.programs)
        .reduce((sum, each) => sum + ('tests' in each ? each.tests : 0), 0)
      t.is(
        Object.values(counts).reduce((sum, count) => sum + count, 0),
        tests,
      )
      t.true(solved <= programs)
      t.is(passAt1 === null, programs === 0)
      t.true((passAt1 ?? 0) >= 0 && (passAt1 ?? 0) <= (meanShare ?? 0) + 1e-12 && (meanShare ?? 0) <= 1 + 1e-12)
    }),
  )
})

test('a program without a score changes nothing but its count, nor does an item without a program', t => {
  fc.assert(
    fc.property(items, fc.nat(), (all, at) => {
      const more = [
        ...all.map((item, index) => (index === at % all.length ? itemOf([...item.programs, invalid]) : item)),
        itemOf([]),
      ]
      t.deepEqual(programTotals(more), { ...programTotals(all), invalid: all.length > 0 ? 1 : 0 })
    }),
  )
})

test('pass@1 is the share of programs that solve, where all items have equally many', t => {
  const even = fc
    .integer({ min: 1, max: 3 })
    .chain(count =>
      fc.array(fc.array(outcomes.map(scoreFor), { minLength: count, maxLength: count }), { minLength: 1 }),
    )
  fc.assert(
    fc.property(even, all => {
      const { passAt1, solved, programs } = programTotals(all.map(itemOf))
      t.true(Math.abs((passAt1 ?? NaN) - solved / programs) < 1e-12)
    }),
  )
})

test('three items, by hand', t => {
  const [yes, half, no] = [
    scoreFor(['passed', 'passed']),
    scoreFor(['wrong', 'passed']),
    scoreFor(['error', 'timeout']),
  ]
  t.like(half, { passed: 1, tests: 2, failure: { test: 0, outcome: 'wrong', stderr: 'wrong 0' } })
  t.is('failure' in yes && yes.failure, null)
  t.deepEqual(programTotals([itemOf([yes, half, no, no]), itemOf([yes]), itemOf([invalid])]), {
    items: 2,
    programs: 5,
    solved: 2,
    passAt1: (0.25 + 1) / 2,
    passAt1Error: 0.375,
    meanShare: (1.5 / 4 + 1) / 2,
    outcomes: { passed: 5, wrong: 1, error: 2, timeout: 2, memory: 0, 'output-limit': 0 },
    invalid: 1,
  })
})
