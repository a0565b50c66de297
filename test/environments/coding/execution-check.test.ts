/** Programs on their tests, and what is said of them. */
import test from 'ava'
import fc from 'fast-check'
import { coding } from '../../../environments/coding/index.ts'
import { codingReasons } from '../../../environments/coding/programs/label.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import type { TestResult } from '../../../src/contracts/worlds/job.ts'
import { runInMonty } from '../../../src/sandbox/monty/run.ts'
import { present } from '../../fixtures/present.ts'

const world = coding()
const task = world.parseTask({
  clauses: [{ kind: 'even' }, { kind: 'take', k: 2 }],
  output: 'sum',
  wording: { inWords: true, clauses: [0, 0], output: 0, distractors: [] },
  examples: [],
  lengths: [4, 5],
  tests: [
    { input: '4 3 2 8', output: '6' },
    { input: '1 0 3 2 6', output: '2' },
    { input: '6 6 6 5', output: '12' },
    { input: '2 4 1 3', output: '6' },
  ],
})
const graded = (program: string) => {
  const { state } = world.step(world.start(task).state, program)
  const { job, grade } = present(present(world.executionCheck)(state))
  return grade(runInMonty(job))
}
const read = 'xs = [int(x) for x in input().split()]'

test('before a program is written there is nothing to check; afterwards the step itself says and wins nothing', t => {
  const { state, observation } = world.start(task)
  t.is(observation, 'Read a list of digits, keep the even numbers, then take the first 2, then print the sum.')
  t.is(present(world.executionCheck)(state), null)
  t.like(world.step(state, 'print(1)'), { observation: '', won: false })
})

const programs: readonly (readonly [what: string, program: string, passed: number, reason: string])[] = [
  ['the reference', `${read} ; xs = [x for x in xs if x % 2 == 0 ] ; xs = xs[: 2 ] ; print(sum(xs))`, 4, 'right'],
  ['another way', 'print(sum([int(x) for x in input().split() if int(x) % 2 == 0][:2]))', 4, 'right'],
  ['a clause left out', `${read} ; xs = [x for x in xs if x % 2 == 0 ] ; print(sum(xs))`, 1, 'take'],
  ['a clause mistaken', `${read} ; xs = [x for x in xs if x % 2 == 1 ] ; xs = xs[: 2 ] ; print(sum(xs))`, 0, 'even'],
  ['another number', `${read} ; xs = [x for x in xs if x % 2 == 0 ] ; xs = xs[: 1 ] ; print(sum(xs))`, 0, 'take'],
  ['something else printed', `${read} ; xs = [x for x in xs if x % 2 == 0 ] ; xs = xs[: 2 ] ; print(*xs)`, 0, 'output'],
  ['nothing read', 'print(6)', 2, 'input'],
  ['no program at all', 'dance on the ceiling', 0, 'input'],
]
for (const [what, program, passed, reason] of programs) {
  test(`${what}: passes ${passed} of 4, and the label says ${reason}`, t => {
    t.deepEqual(graded(program), {
      observation: `passed ${passed} of 4`,
      won: passed === 4,
      score: passed / 4,
      label: { good: passed === 4, reason },
    })
  })
}

test('whatever came of the tests, the score is the share passed, and only all of them win', t => {
  const { state } = world.step(world.start(task).state, 'print(6)')
  const outcomes = fc.array(fc.constantFrom('passed', 'wrong', 'error', 'timeout', 'memory', 'output-limit'), {
    minLength: 4,
    maxLength: 4,
  })
  fc.assert(
    fc.property(outcomes, each => {
      const results = each.map((outcome): TestResult => ({ outcome, output: '', stderr: '' }))
      const { score, won, label } = present(present(world.executionCheck)(state)).grade(results)
      t.is(score, each.filter(outcome => outcome === 'passed').length / 4)
      t.is(won, score === 1)
      t.is(label.good, won)
      t.true(codingReasons.some(reason => reason === label.reason))
    }),
  )
})

test('a near miss is labelled without running it as it is when it is run', t => {
  for (let seed = 0; seed < 10; seed += 1) {
    const made = world.generate('train', randomFrom(derive(rootKey(seed), 'label')))
    const { state } = world.start(made)
    for (const program of world.admissible(state)) {
      const { job, grade } = present(present(world.executionCheck)(world.step(state, program).state))
      t.deepEqual(world.label(state, program), grade(runInMonty(job)).label)
    }
  }
})
