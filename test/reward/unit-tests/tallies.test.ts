import test from 'ava'
import fc from 'fast-check'
import { recordedObserver } from '../../../src/contracts/episode.ts'
import type { TaskGroup } from '../../../src/rollout/groups.ts'
import { testQuality } from '../../../src/reward/unit-tests/quality.ts'
import { unitTestRatios, unitTestTallies } from '../../../src/reward/unit-tests/tallies.ts'
import { sumOfRatios } from '../../../src/statistics/ratio-difference.ts'
import { votedEpisode, member } from '../../run/rollout-arbitraries.ts'

/** @param passes [tests][programs] */
const groupOf = (correct: readonly boolean[], passes: readonly (readonly boolean[])[]): TaskGroup => ({
  task: null,
  members: correct.map((won, index) => {
    const { episode } = votedEpisode({ won, votes: [[1]] })
    return member({ episode, notes: { [recordedObserver]: [] } }, 0, index)
  }),
  passes,
})

const groups = fc.array(
  fc.array(fc.boolean(), { maxLength: 4 }).chain(correct => {
    const row = fc.array(fc.boolean(), { minLength: correct.length, maxLength: correct.length })
    return fc.array(row, { maxLength: correct.length * 2 }).map(passes => groupOf(correct, passes))
  }),
  { maxLength: 6 },
)

test('a measure of unit tests is what its tallies give, the margin except for its −1', t => {
  fc.assert(
    fc.property(groups, of => {
      const [quality, tallies] = [testQuality(of, () => true), unitTestTallies(of)]
      for (const [name, ratios] of Object.entries(unitTestRatios)) {
        const given = sumOfRatios(ratios(tallies))
        const measured = quality[name as keyof typeof unitTestRatios]
        if (given === null || measured === null) t.is(given, measured, name)
        else t.true(Math.abs(given - (name === 'margin' ? 1 : 0) - measured) < 1e-12, name)
      }
    }),
  )
})

test('tallies of unit tests are of the tasks, in their order, 0 of one that was not played', t => {
  const passes = [
    [true, false, false],
    [true, true, false],
    [false, false, true],
  ]
  t.deepEqual(unitTestTallies([groupOf([true, false, false], passes), groupOf([], []), groupOf([false], [[true]])]), {
    programs: [3, 0, 1],
    correct: [1, 0, 0],
    tests: [3, 0, 1],
    valid: [2, 0, 0],
    sharp: [1, 0, 0],
    passedByCorrect: [2, 0, 0],
    failedByIncorrect: [4, 0, 0],
  })
})
