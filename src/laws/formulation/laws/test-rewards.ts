/** Laws of the reward that each unit test of a task gets. */
import fc from 'fast-check'
import type { Formulas } from '../../../methods/rlanything/formulation/formulation.ts'
import { lawsOf, type Finding, type FormulationLaw, type Table } from '../cases/law.ts'
import { near, rounding } from '../cases/numbers.ts'
import { distinctTexts, numberText } from '../cases/tables.ts'

/** Programs of one task, and tests that were tried on them. */
interface TestCase {
  /** [programs] whether each passes all hidden tests. */
  readonly correct: readonly boolean[]
  /** [tests][programs] */
  readonly passes: readonly (readonly boolean[])[]
}

type Rewards = readonly (number | null)[]

function casesOf(correct: fc.Arbitrary<readonly boolean[]>): fc.Arbitrary<TestCase> {
  return correct.chain(of => {
    const ofTest = fc.array(fc.boolean(), { minLength: of.length, maxLength: of.length })
    return fc
      .array(ofTest, { minLength: 1, maxLength: 5 })
      .map(passes => ({ correct: of, passes: passes.map(row => [...row]) }))
  })
}

const programs = fc.array(fc.boolean(), { minLength: 1, maxLength: 6 })
export const testCases = casesOf(programs)
/** Of which something is known. */
const known = casesOf(programs.filter(correct => correct.includes(true)))
const unknown = casesOf(programs.map(correct => correct.map(() => false)))
const withIncorrect = casesOf(programs.filter(correct => correct.includes(true) && correct.includes(false)))

const marks = (is: readonly boolean[]): string => is.map(yes => (yes ? '✓' : '✗')).join(' ')

export const testTable = ({ correct, passes }: TestCase, rewards?: Rewards): Table => ({
  columns: ['', 'programs', ...(rewards === undefined ? [] : ['R'])],
  rows: [
    ['correct', marks(correct), ...(rewards === undefined ? [] : [''])],
    ...passes.map((ofTest, test) => [
      `pass test ${test}`,
      marks(ofTest),
      ...(rewards === undefined ? [] : [numberText(rewards[test])]),
    ]),
  ],
})

const rewardsOf = ({ testRewards }: Formulas, { correct, passes }: TestCase): Rewards => testRewards(correct, passes)

const worked = (one: TestCase, rewards: Rewards, expected: string, found: string): Finding => ({
  table: testTable(one, rewards),
  expected,
  found,
})

const isValid = ({ correct }: TestCase, ofTest: readonly boolean[]): boolean =>
  ofTest.every((passes, program) => passes || correct[program] === false)

/** Incorrect programs that the test fails. */
const caught = ({ correct }: TestCase, ofTest: readonly boolean[]): number =>
  ofTest.filter((passes, program) => !passes && correct[program] === false).length

const ofTests = lawsOf<TestCase>({ part: 'testRewards', show: testTable, cases: () => known })

/** Of each pair of tests of which the first should get no less, those that do not hold. */
function ranked(
  formulation: Formulas,
  one: TestCase,
  above: (better: readonly boolean[], worse: readonly boolean[]) => boolean,
  isWrong: (better: number, worse: number) => boolean,
  expected: string,
): Finding | null {
  const rewards = rewardsOf(formulation, one)
  for (const [better, row] of one.passes.entries())
    for (const [worse, other] of one.passes.entries()) {
      if (!above(row, other)) continue
      const [high, low] = [rewards[better] ?? null, rewards[worse] ?? null]
      if (high !== null && low !== null && isWrong(high, low))
        return worked(
          one,
          rewards,
          `test ${better} ${expected} test ${worse}`,
          distinctTexts(high, low).join(' against '),
        )
    }
  return null
}

/** The rewards of the same tests in another order. */
function alike(one: TestCase, rewards: Rewards, turned: Rewards): Finding | null {
  const odd = rewards.findIndex((reward, test) => {
    const other = turned[test] ?? null
    return reward === null || other === null ? reward !== other : !near(reward, other)
  })
  if (odd < 0) return null
  const [wanted, had] = distinctTexts(rewards[odd], turned[odd])
  return worked(one, rewards, `in any order ${wanted} for test ${odd}`, had)
}

const source = 'RLAnything, arXiv 2602.02488, the coding variant'

export const testRewardLaws: readonly FormulationLaw[] = [
  ofTests({
    name: 'test-reward-finite',
    statement: 'each unit test has a finite reward, or none where nothing is known of it',
    source: 'a reward that is not a number turns every advantage of its task into one',
    cases: () => testCases,
    find: (formulation, one) => {
      const rewards = rewardsOf(formulation, one)
      if (rewards.length === one.passes.length && rewards.every(reward => reward === null || Number.isFinite(reward)))
        return null
      return worked(one, rewards, `${one.passes.length} finite numbers or null`, rewards.map(String).join(', '))
    },
  }),
  ofTests({
    name: 'no-correct-program',
    statement: 'where no program is correct nothing is known of the tests: none has a reward, which is not 0',
    source,
    cases: () => unknown,
    find: (formulation, one) => {
      const rewards = rewardsOf(formulation, one)
      const odd = rewards.find(reward => reward !== null)
      return odd === undefined ? null : worked(one, rewards, 'null throughout', numberText(odd))
    },
  }),
  ofTests({
    name: 'program-order',
    statement: 'the order of programs has no effect on the reward of a test',
    source: 'programs are independent samples',
    cases: () => testCases,
    find: (formulation, one) => {
      const rewards = rewardsOf(formulation, one)
      const correct = one.correct.toReversed()
      const turned = rewardsOf(formulation, { correct, passes: one.passes.map(ofTest => ofTest.toReversed()) })
      return alike(one, rewards, turned)
    },
  }),
  ofTests({
    name: 'test-order',
    statement: 'the order of tests has no effect on what each gets',
    source: 'tests are independent samples',
    cases: () => testCases,
    find: (formulation, one) => {
      const rewards = rewardsOf(formulation, one)
      const turned = rewardsOf(formulation, { ...one, passes: one.passes.toReversed() }).toReversed()
      return alike(one, rewards, turned)
    },
  }),
  ofTests({
    name: 'valid-never-below-invalid',
    statement: 'a test that every correct program passes never gets less than one that some correct program fails',
    source,
    find: (formulation, one) =>
      ranked(
        formulation,
        one,
        (better, worse) => isValid(one, better) && !isValid(one, worse),
        (high, low) => high < low - rounding,
        'at least as much as',
      ),
  }),
  ofTests({
    name: 'invalid-never-earns',
    statement: 'a test that some correct program fails, as one that is no test, never earns anything',
    source,
    find: (formulation, one) => {
      const rewards = rewardsOf(formulation, one)
      const odd = one.passes.findIndex((ofTest, test) => !isValid(one, ofTest) && (rewards[test] ?? 0) > rounding)
      return odd < 0 ? null : worked(one, rewards, `test ${odd} at most 0`, numberText(rewards[odd]))
    },
  }),
  ofTests({
    name: 'catching-never-costs',
    statement: 'of two right tests, or of two wrong ones, that which more incorrect programs fail never gets less',
    source,
    cases: () => withIncorrect,
    find: (formulation, one) =>
      ranked(
        formulation,
        one,
        (better, worse) => isValid(one, better) === isValid(one, worse) && caught(one, better) > caught(one, worse),
        (high, low) => high < low - rounding,
        'at least as much as',
      ),
  }),
  ofTests({
    name: 'detecting-pays',
    statement: 'a right test that every incorrect program fails gets more than one that every program passes',
    source: `${source}: Detect is the purpose of a reward model`,
    severity: 'should',
    cases: () => withIncorrect.map(({ correct }) => ({ correct, passes: [[...correct], correct.map(() => true)] })),
    find: (formulation, one) =>
      ranked(
        formulation,
        one,
        (better, worse) => caught(one, better) > caught(one, worse),
        (high, low) => high <= low + rounding,
        'more than',
      ),
  }),
  ofTests({
    name: 'test-reward-bounded',
    statement: 'no test gains or loses more than there are programs',
    source: `${source}: rewards count incorrect programs`,
    severity: 'should',
    find: (formulation, one) => {
      const rewards = rewardsOf(formulation, one)
      const odd = rewards.find(reward => Math.abs(reward ?? 0) > one.correct.length + rounding)
      return odd === undefined
        ? null
        : worked(one, rewards, `at most ${one.correct.length} either way`, numberText(odd))
    },
  }),
]
