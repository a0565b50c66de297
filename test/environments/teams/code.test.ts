/** A tester and a coder: the laws of worlds, worked numbers of their rewards, and what a test must tell. */
import test from 'ava'
import fc from 'fast-check'
import { splitOf } from '../../../environments/coding/options/splits.ts'
import { nearMisses } from '../../../environments/coding/tasks/near-misses.ts'
import { programOf } from '../../../environments/coding/programs/program.ts'
import { unitTesting } from '../../../environments/coding/programs/unit-tests.ts'
import type { CodingTask } from '../../../environments/coding/tasks/task.ts'
import type { CodeTeamState } from '../../../environments/teams/code/play.ts'
import { foundOut, rewardOfTest } from '../../../environments/teams/code/telling.ts'
import world, { codeTeam, teams } from '../../../environments/teams/index.ts'
import type { Transition } from '../../../src/contracts/worlds/environment.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { beginStep } from '../../../src/rollout/step-outcome.ts'
import { runInMonty } from '../../../src/sandbox/monty/run.ts'
import { environmentLaws as laws } from '../../../src/laws/world/environment-laws.ts'
import { environmentLaws } from '../../laws/environment-laws.ts'
import { present } from '../../fixtures/present.ts'

const options = { turns: 2, coding: { clauses: [1, 2] } } as const
const code = codeTeam(options)

environmentLaws(
  { ...code, name: 'teams, code' },
  { runs: 8, refusal: null, layoutOf: ({ asked }) => splitOf(asked), run: runInMonty },
)

test('without a sandbox the laws refuse it', t => {
  t.throws(() => laws(code, { refusal: null, layoutOf: () => '' }), {
    instanceOf: RangeError,
    message: /run must be given/,
  })
})

/** Keep the even numbers, print the sum. */
const asked: CodingTask = {
  clauses: [{ kind: 'even' }],
  output: 'sum',
  wording: { inWords: true, clauses: [0], output: 0, distractors: [] },
  examples: [],
  lengths: [3, 4],
  tests: [
    { input: '1 2 4', output: '6' },
    { input: '3 8 5', output: '8' },
    { input: '2 2 2', output: '6' },
    { input: '7 6 1', output: '6' },
  ],
}
const right = programOf(asked)
const sumOfAll = programOf({ clauses: [], output: 'sum' })

const acted = (state: CodeTeamState, action: string): Transition<CodeTeamState> => {
  const { transition, executionCheck } = beginStep(code, state, action)
  if (executionCheck === null) return transition
  return { ...transition, ...executionCheck.grade(runInMonty(executionCheck.job)) }
}

test('two turns by hand: the tester is paid for its test, the coder twice the share of the hidden tests', t => {
  const { state, observation } = code.start({ game: 'code', asked, turns: 2 })
  t.true(observation.startsWith('Test: Read a list of digits'))
  t.is(code.turns?.next(state), 'tester')
  const tested = acted(state, '1 2 3 -> 2')
  t.is(code.turns?.next(tested.state), 'coder')
  t.regex(tested.observation, /^Code: Read a list of digits.* The tester says 1 2 3 -> 2\.$/)
  t.is(tested.reward, 0)
  t.is(tested.localReward, 1 + present(foundOut(asked, { input: '1 2 3', output: '2' })))
  /* The sum of all digits is right where all are even: one hidden test of four. */
  const first = acted(tested.state, sumOfAll)
  t.like(first, { won: false, reward: 0.25, localReward: 0.25, observation: 'Test: The program fails it.' })
  const again = acted(first.state, '2 4 -> 6')
  t.like(again, { won: false, reward: 0, observation: 'Code: The tester says 2 4 -> 6. Your program passes it.' })
  t.like(acted(again.state, right), { won: true, reward: 1, localReward: 1 })
  const none = acted(first.state, 'even')
  t.like(none, { localReward: -2, observation: 'Code: The tester says nothing.' })
  t.is(acted(none.state, sumOfAll).observation, 'Test: There was no test.')
})

test('a test that the reference fails is worth nothing, however much it finds out', t => {
  t.is(rewardOfTest(asked, { input: '1 2 3', output: '6' }), 0)
  t.is(rewardOfTest(asked, null), -2)
  /* Whatever is done with no digit but 0, the sum is 0: only other outputs are found out. */
  const blunt = rewardOfTest(asked, { input: '0', output: '0' })
  t.true(blunt >= 1 && blunt < rewardOfTest(asked, { input: '1 2 4 3', output: '6' }))
})

test('what a test is worth is what running the reference and its near misses says', t => {
  fc.assert(
    fc.property(fc.nat(300), fc.boolean(), (seed, isRight) => {
      const random = randomFrom(derive(rootKey(seed), 'worth'))
      const task = code.generate('train', random)
      const text = isRight
        ? unitTesting.exampleTest(task.asked, random)
        : present(unitTesting.mistakenTest)(task.asked, random)
      const written = present(unitTesting.parseTest(text))
      const passes = (program: string): boolean =>
        runInMonty(unitTesting.job(task.asked, program, [written]))[0]?.outcome === 'passed'
      const misses = nearMisses(task.asked).map(programOf)
      const found = passes(programOf(task.asked))
        ? misses.filter(program => !passes(program)).length / misses.length
        : null
      t.is(foundOut(task.asked, written), found)
    }),
    { numRuns: 12, examples: [[240, false]] },
  )
})

test('code stands alone among the games, and has agents of its own', t => {
  t.deepEqual(world({ games: ['code'] }).turns?.agents, ['tester', 'coder'])
  t.deepEqual(world().turns?.agents, ['tool', 'plan'])
  t.throws(() => teams({ games: ['code'] }), { instanceOf: RangeError, message: /on boards/ })
  const mixed: object = { games: ['code', 'sudoku'] }
  t.throws(() => world(mixed), { instanceOf: RangeError, message: /games must be a list of/ })
  t.throws(() => world({ games: ['code'], coding: { tests: 1 } }), { instanceOf: RangeError, message: /tests must be/ })
})
