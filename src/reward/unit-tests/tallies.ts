/** The counts that the shares of `testQuality` are ratios of, task by task. Pure. */
import { zip } from '../../math/zip.ts'
import type { TaskGroup } from '../../rollout/groups.ts'
import type { RatioOfSums } from '../../statistics/ratio-difference.ts'
import { correctOf } from './written-tests.ts'

/** [tasks] each, in their order. */
interface UnitTestTallies {
  /** Programs, and those of them that are correct. */
  readonly programs: readonly number[]
  readonly correct: readonly number[]
  /** Tests that were run; those that every correct program passes; those that every incorrect one fails besides. */
  readonly tests: readonly number[]
  readonly valid: readonly number[]
  readonly sharp: readonly number[]
  /** Pairs of a test and a correct program that passes it, and of a test and an incorrect program that fails it. */
  readonly passedByCorrect: readonly number[]
  readonly failedByIncorrect: readonly number[]
}

export function unitTestTallies(groups: readonly TaskGroup[]): UnitTestTallies {
  const tasks = groups.map(countsOf)
  const list = (name: keyof UnitTestTallies): number[] => tasks.map(counts => counts[name])
  return {
    programs: list('programs'),
    correct: list('correct'),
    tests: list('tests'),
    valid: list('valid'),
    sharp: list('sharp'),
    passedByCorrect: list('passedByCorrect'),
    failedByIncorrect: list('failedByIncorrect'),
  }
}

function countsOf(group: TaskGroup): Readonly<Record<keyof UnitTestTallies, number>> {
  const correct = correctOf(group)
  const right = correct.filter(is => is).length
  const wrong = correct.length - right
  const tests = (group.passes ?? []).map(ofTest => {
    const pairs = zip(ofTest, correct)
    return {
      passed: pairs.filter(([passes, isCorrect]) => isCorrect && passes).length,
      failed: pairs.filter(([passes, isCorrect]) => !isCorrect && !passes).length,
    }
  })
  const valid = right === 0 ? [] : tests.filter(({ passed }) => passed === right)
  return {
    programs: correct.length,
    correct: right,
    tests: tests.length,
    valid: valid.length,
    sharp: valid.filter(({ failed }) => failed === wrong).length,
    passedByCorrect: tests.reduce((sum, { passed }) => sum + passed, 0),
    failedByIncorrect: tests.reduce((sum, { failed }) => sum + failed, 0),
  }
}

type Ratios = (tallies: UnitTestTallies) => readonly RatioOfSums[]

/** The mean of a share over the tasks on which it is defined. */
const meanOver = (shares: readonly (number | null)[]): readonly RatioOfSums[] => [
  {
    weight: 1,
    numerators: shares.map(share => share ?? 0),
    denominators: shares.map(share => (share === null ? 0 : 1)),
  },
]

const shares = (counts: readonly number[], totals: readonly number[]): (number | null)[] =>
  zip(counts, totals).map(([count, total]) => (total === 0 ? null : count / total))

const where = (is: readonly boolean[], values: readonly (number | null)[]): (number | null)[] =>
  zip(is, values).map(([yes, value]) => (yes ? value : null))

const pCorrect: Ratios = ({ correct, tests, passedByCorrect }) => [
  { weight: 1, numerators: passedByCorrect, denominators: zip(correct, tests).map(([programs, n]) => programs * n) },
]

const pDetect: Ratios = ({ programs, correct, tests, failedByIncorrect }) => [
  {
    weight: 1,
    numerators: failedByIncorrect,
    denominators: zip(zip(programs, correct), tests).map(([[all, right], n]) => (all - right) * n),
  },
]

/** Measures of `UnitTestQuality` by their tallies, of the margin except for its −1, which leaves a difference as it is. */
export const unitTestRatios = {
  code: ({ programs, correct }) => meanOver(shares(correct, programs)),
  unitTest: ({ correct, tests, valid }) =>
    meanOver(
      where(
        correct.map(right => right > 0),
        shares(valid, tests),
      ),
    ),
  detect: ({ programs, correct, tests, sharp }) =>
    meanOver(
      where(
        zip(programs, correct).map(([all, right]) => right > 0 && right < all),
        shares(sharp, tests),
      ),
    ),
  pCorrect,
  pDetect,
  margin: tallies => [...pCorrect(tallies), ...pDetect(tallies)],
} satisfies Readonly<Record<string, Ratios>>
