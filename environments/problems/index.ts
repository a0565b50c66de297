/** Programming problems from files: those of LiveCodeBench and of RLAnything, one program an episode. See README.md. */
import { itemJob } from '../../src/items/item-job.ts'
import type { Item } from '../../src/items/formats/item.ts'
import type { ActResult, World } from '../../src/contracts/worlds/world.ts'
import { problemSettings, type ProblemOptions } from './options.ts'
import { parseProblem } from './parse-problem.ts'
import { problemPrompts } from './prompts.ts'
import { writeTest, readTest } from './written-test.ts'

/** @throws {RangeError} if an option is unknown or out of range. */
export function problems(options: ProblemOptions = {}): World<Item> {
  const { shown, ...job } = problemSettings(options)
  return {
    name: 'problems',
    deterministic: true,
    parseTask: parseProblem,
    describe: ({ question }) => question,
    stepLimit: () => 1,
    open: (item, { run }) => ({
      observation: told(item, shown),
      act: async (program): Promise<ActResult> => {
        const results = await run(itemJob(item, program, job))
        const passed = results.filter(({ outcome }) => outcome === 'passed').length
        const won = passed === item.tests.length
        const observation = `passed ${passed} of ${item.tests.length} tests`
        return { observation, won, score: passed / item.tests.length, label: { good: won, reason: reasonOf(results) } }
      },
      close: () => Promise.resolve(),
    }),
    unitTesting: {
      parseTest: readTest,
      job: (item, program, tests) => itemJob({ ...item, tests }, program, job),
      exampleTest: ({ tests }, random) => writeTest(random.pick(tests)),
    },
    prompts: problemPrompts,
  }
}

export default problems
export type { ProblemOptions }

/** The question, the starter code, and the tests that are shown. */
function told({ question, starterCode, functionName, tests }: Item, shown: number): string {
  const examples = tests
    .slice(0, shown)
    .map(({ input, output }) => `Input:\n${input.trim()}\nOutput:\n${output.trim()}`)
  const use =
    functionName === null
      ? 'The program reads standard input and prints its answer.'
      : `The program defines ${functionName}, which is called with the arguments and gives back its answer.`
  return [question.trim(), use, ...(starterCode === '' ? [] : [`It begins with:\n${starterCode}`]), ...examples].join(
    '\n\n',
  )
}

/** In a word, the first error of a program. */
const reasonOf = (results: readonly { readonly outcome: string }[]): string =>
  results.find(({ outcome }) => outcome !== 'passed')?.outcome ?? 'all tests passed'
