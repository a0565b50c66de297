/** Unit tests as the reward model writes them. */
import test from 'ava'
import { coding } from '../../../../environments/coding/index.ts'
import { nearMisses } from '../../../../environments/coding/tasks/near-misses.ts'
import { programOf } from '../../../../environments/coding/programs/program.ts'
import { derive, randomFrom, rootKey } from '../../../../src/math/random.ts'
import { runInMonty } from '../../../../src/sandbox/monty/run.ts'
import { nth } from '../../../../src/math/nth.ts'
import { present } from '../../../fixtures/present.ts'

const world = coding({ clauses: [1, 6], k: [1, 8] })
const { parseTest, exampleTest, mistakenTest, job } = present(world.unitTesting)

const written: readonly (readonly [text: string, input: string | null, output?: string])[] = [
  ['3 1 4 1 -> 8', '3 1 4 1', '8'],
  ['3 1 4 1 even -> 4 sum -> 4', '3 1 4 1', '4'],
  ['3 1 greater 4 -> sum -> 0', '3 1', '0'],
  ['3 1 sort up -> 1 3', '3 1', '1 3'],
  ['3 even 1 -> 4', '3', '4'],
  ['even 3 -> 4', null],
  [' 3  1\n-> 12 3', '3 1', '12 3'],
  ['3 1 4 1', null],
  ['-> 8', null],
  ['3 1 4 1 ->', null],
  ['3 1 -> 4 ->', null],
  ['12 3 -> 8', null],
  ['3 1 -> eight', null],
  ['', null],
  ['3 1 take 12 -> 8', null],
  ['3 1 ! -> 8', null],
  ['3 1 -> 8 x', null],
  ['3 1 -> 12 13', '3 1', '12 13'],
  ['3 1 -> x 8', null],
  ['3 1 -> 8  9', '3 1', '8 9'],
  ['x -> 8', null],
]
for (const [text, input, output] of written) {
  test(`${JSON.stringify(text)} is ${input === null ? 'no test' : `${input} and ${output ?? ''}`}`, t => {
    t.deepEqual(parseTest(text), input === null ? null : { input, output })
  })
}

test('an example is a test that the reference passes, and together they tell it from most near misses', t => {
  let told = 0
  let misses = 0
  for (let seed = 0; seed < 40; seed += 1) {
    const random = randomFrom(derive(rootKey(seed), 'example'))
    const task = world.generate('train', random)
    const tests = Array.from({ length: 8 }, () => present(parseTest(exampleTest(task, random))))
    const run = (program: string) => runInMonty(job(task, program, tests)).map(({ outcome }) => outcome)
    t.true(run(programOf(task)).every(outcome => outcome === 'passed'))
    for (const miss of nearMisses(task)) {
      misses += 1
      if (run(programOf(miss)).some(outcome => outcome !== 'passed')) told += 1
    }
  }
  t.log(`${told} of ${misses} near misses told`)
  t.true(told / misses > 0.75)
})

test('a mistaken test is one, which a near miss passes, and the reference but seldom', t => {
  let passed = 0
  for (let seed = 0; seed < 40; seed += 1) {
    const random = randomFrom(derive(rootKey(seed), 'mistaken'))
    const task = world.generate('train', random)
    const mistaken = present(parseTest(present(mistakenTest)(task, random)))
    const passes = (program: string) => nth(runInMonty(job(task, program, [mistaken])), 0).outcome === 'passed'
    t.true(nearMisses(task).some(miss => passes(programOf(miss))))
    if (passes(programOf(task))) passed += 1
  }
  t.true(passed < 20, `${passed} of 40`)
})

test('an example goes from list to list, one clause at a time', t => {
  const task = world.parseTask({
    clauses: [{ kind: 'even' }, { kind: 'add', k: 3 }],
    output: 'length',
    wording: { inWords: true, clauses: [0, 0], output: 0, distractors: [] },
    examples: [],
    lengths: [3, 3],
    tests: [
      { input: '4 3 2', output: '2' },
      { input: '1 0 3', output: '1' },
    ],
  })
  t.regex(exampleTest(task, randomFrom(rootKey(1))), /^(\d ){4,6}even -> (\d )*add 3 -> (\d )*length -> \d$/)
})
