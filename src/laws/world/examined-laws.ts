import type { Environment, UnitTesting } from '../../contracts/worlds/environment.ts'
import type { Job, TestResult } from '../../contracts/worlds/job.ts'
import { cloned } from '../../contracts/same-data.ts'
import { beginStep } from '../../rollout/step-outcome.ts'
import type { Law } from '../law/law.ts'
import { equal, must } from '../law/must.ts'
import { chanceOf, type WorldPlayer } from './play.ts'
import type { MakeLaw } from './world-law.ts'

interface ExaminedLawOptions<Task, State> {
  readonly run: (job: Job) => readonly TestResult[]
  readonly law: MakeLaw
  readonly walk: WorldPlayer<Task, State>['walk']
}

/** Further laws of worlds whose steps are programs, and of those whose reward model writes tests; none for others. */
export const examinedLaws = <Task, State>(
  world: Environment<Task, State>,
  options: ExaminedLawOptions<Task, State>,
): readonly Law[] => [
  ...(world.executionCheck === undefined ? [] : stepLaws(world, options)),
  ...(world.unitTesting === undefined ? [] : testLaws(world, world.unitTesting, options)),
]

function stepLaws<Task, State>(
  world: Environment<Task, State>,
  { run, law, walk }: ExaminedLawOptions<Task, State>,
): readonly Law[] {
  const ofSteps = (name: string, check: (state: State, action: string) => void): Law =>
    law(name, play => {
      for (const { state, action } of walk(play).visits) check(state, action)
    })
  return [
    ofSteps('a step that has to be examined says nothing and wins nothing before', (before, action) => {
      const { state, observation, won } = world.step(before, action)
      if (world.executionCheck?.(state) == null) return
      must(observation === '', `${action} says '${observation}' before it is examined`)
      must(!won, `${action} won before it was examined`)
    }),
    ofSteps('an examination asks for the same run, and concludes the same from it, each time', (state, action) => {
      const [one, other] = [
        beginStep(world, state, action).executionCheck,
        beginStep(world, state, action).executionCheck,
      ]
      if (one === null || other === null) return equal(one, other, 'the second examination')
      equal(one.job, other.job, 'the first job')
      must(one.job.tests.length > 0, `${action} is examined without a test`)
      const results = run(one.job)
      const before = cloned(results)
      const concluded = one.grade(results)
      equal(one.grade(results), concluded, 'the second conclusion')
      equal(other.grade(before), concluded, 'the conclusion of the second examination')
      equal(results, before, 'the list of results afterwards')
    }),
    ofSteps('a score is a share, and 1 exactly where the step won', (state, action) => {
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
  { run, law, walk }: ExaminedLawOptions<Task, State>,
): readonly Law[] {
  return [
    law('a test that the world writes is one, and the program of the expert passes it', play => {
      const { task } = walk(play)
      const program = world.expert(world.start(task).state)
      const text = exampleTest(task, chanceOf(play.seed, 'tests'))
      const test = parseTest(text)
      must(test !== null, `'${text}' is no test`)
      if (program === null || test === null) return
      const [result] = run(job(task, program, [test]))
      must(result?.outcome === 'passed', `the expert's ${program} does not pass '${text}': ${result?.outcome}`)
    }),
    law('a program passes a test alone as it does among others', play => {
      const { task, visits } = walk(play)
      const random = chanceOf(play.seed, 'tests')
      const [program] = visits.map(({ action }) => action)
      if (program === undefined) return
      const tests = [1, 2, 3].map(() => parseTest(exampleTest(task, random))).filter(test => test !== null)
      const alone = tests.flatMap(test => run(job(task, program, [test])))
      equal(run(job(task, program, tests)), alone, 'the list of results among others')
    }),
    law('any text is a test with an input and an output, or none', play => {
      const { task } = walk({ ...play, choices: [] })
      const example = exampleTest(task, chanceOf(play.seed, 'tests'))
      /* What is nearly a test: an example that is cut off, at either end. */
      const pieces = Array.from(example, (_, cut) => [example.slice(0, cut), example.slice(cut)]).flat()
      for (const text of [' ', String.fromCharCode(...play.choices), ...pieces]) {
        const test = parseTest(text)
        if (test === null) continue
        must(text.trim() !== '', 'nothing is a test')
        must(test.input.trim() !== '' && test.output.trim() !== '', `'${text}' is a test of nothing`)
      }
    }),
  ]
}
