import fc from 'fast-check'
import type { Environment, UnitTesting } from '../contracts/worlds/environment.ts'
import { derive, randomFrom, rootKey, type Random } from '../math/random.ts'
import { beginStep } from '../rollout/step-outcome.ts'
import type { Job, TestResult } from '../contracts/worlds/job.ts'
import { equal, must } from './must.ts'
import type { Law } from './law.ts'
import { cloned } from '../contracts/same-data.ts'

/** A task, and where some play of it led. */
interface PlayedTask<Task, State> {
  readonly task: Task
  readonly visits: readonly { readonly state: State; readonly action: string }[]
  readonly random: Random
}

interface ExaminedLawOptions<Task, State> {
  readonly run: (job: Job) => readonly TestResult[]
  readonly inEachPlay: (check: (played: PlayedTask<Task, State>) => void) => void
}

/** Further laws of worlds whose steps are programs, and of those whose judge writes tests; none for others. */
export const examinedLaws = <Task, State>(
  world: Environment<Task, State>,
  options: ExaminedLawOptions<Task, State>,
): readonly Law[] => [
  ...(world.executionCheck === undefined ? [] : stepLaws(world, options)),
  ...(world.unitTesting === undefined ? [] : testLaws(world, world.unitTesting, options)),
]

function stepLaws<Task, State>(
  world: Environment<Task, State>,
  { run, inEachPlay }: ExaminedLawOptions<Task, State>,
): readonly Law[] {
  const law = (name: string, check: (state: State, action: string) => void): Law => ({
    name,
    check: () =>
      inEachPlay(({ visits }) => {
        for (const { state, action } of visits) check(state, action)
      }),
  })
  return [
    law('a step that has to be examined says nothing and wins nothing before', (before, action) => {
      const { state, observation, won } = world.step(before, action)
      if (world.executionCheck?.(state) == null) return
      must(observation === '', `${action} says '${observation}' before it is examined`)
      must(!won, `${action} won before it was examined`)
    }),
    law('an examination asks for the same run, and concludes the same from it, each time', (state, action) => {
      const [one, other] = [
        beginStep(world, state, action).executionCheck,
        beginStep(world, state, action).executionCheck,
      ]
      if (one === null || other === null) return equal(one, other)
      equal(one.job, other.job)
      must(one.job.tests.length > 0, `${action} is examined without a test`)
      const results = run(one.job)
      const before = cloned(results)
      const concluded = one.grade(results)
      equal(one.grade(results), concluded)
      equal(other.grade(before), concluded)
      equal(results, before)
    }),
    law('a score is a share, and 1 exactly where the step won', (state, action) => {
      const { executionCheck: examination } = beginStep(world, state, action)
      if (examination === null) return
      const { won, score } = examination.grade(run(examination.job))
      must(score >= 0 && score <= 1, `the score of ${action} is ${score}`)
      must(won === (score === 1), `the score of ${action} is ${score}, and it ${won ? 'won' : 'did not win'}`)
    }),
  ]
}

function testLaws<Task, State>(
  world: Environment<Task, State>,
  { parseTest, job, exampleTest }: UnitTesting<Task>,
  { run, inEachPlay }: ExaminedLawOptions<Task, State>,
): readonly Law[] {
  return [
    {
      name: 'a test that the world writes is one, and the program of the expert passes it',
      check: () =>
        inEachPlay(({ task, random }) => {
          const program = world.expert(world.start(task).state)
          const text = exampleTest(task, random)
          const test = parseTest(text)
          must(test !== null, `'${text}' is no test`)
          if (program === null || test === null) return
          const [result] = run(job(task, program, [test]))
          must(result?.outcome === 'passed', `the expert's ${program} does not pass '${text}': ${result?.outcome}`)
        }),
    },
    {
      name: 'a program passes a test alone as it does among others',
      check: () =>
        inEachPlay(({ task, visits, random }) => {
          const [program] = visits.map(({ action }) => action)
          if (program === undefined) return
          const tests = [1, 2, 3].map(() => parseTest(exampleTest(task, random))).filter(test => test !== null)
          const together = run(job(task, program, tests))
          equal(
            together,
            tests.flatMap(test => run(job(task, program, [test]))),
          )
        }),
    },
    {
      name: 'any text is a test with an input and an output, or none',
      check: () => {
        fc.assert(
          fc.property(fc.oneof(fc.string(), fc.constantFrom('', ' ')), text => {
            const test = parseTest(text)
            if (test === null) return
            must(text.trim() !== '', 'nothing is a test')
            must(test.input.trim() !== '' && test.output.trim() !== '', `'${text}' is a test of nothing`)
          }),
        )
      },
    },
  ]
}

/** Chance of a play. */
export const chanceOf = (seed: number, use: string): Random => randomFrom(derive(rootKey(seed), use))
