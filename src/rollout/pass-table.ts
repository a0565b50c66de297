/** Which programs of the policy pass which tests of the observer. */
import type { RunTests } from '../contracts/messages/run.ts'
import type { Test } from '../contracts/worlds/job.ts'
import type { RunJob, World } from '../contracts/worlds/world.ts'

/**
 * Runs each program once on all tests; of programs and tests that are the same, one.
 *
 * @returns [tests][programs]; an invalid test is passed by no program.
 * @throws {RangeError} if the world has no unit tests, or refuses the task.
 */
export async function passTable(
  { name, unitTesting, parseTask }: Pick<World, 'name' | 'unitTesting' | 'parseTask'>,
  run: RunJob,
  { task: given, programs, tests: texts }: Pick<RunTests, 'task' | 'programs' | 'tests'>,
): Promise<readonly (readonly boolean[])[]> {
  if (unitTesting === undefined) throw new RangeError(`${name} has no tests to examine programs by`)
  const task = parseTask(given)
  const written = texts.map(unitTesting.parseTest)
  const tests = new Map(written.flatMap(test => (test === null ? [] : [[keyOf(test), test] as const])))
  const passedBy = async (program: string): Promise<ReadonlySet<string>> => {
    const results = tests.size === 0 ? [] : await run(unitTesting.job(task, program, [...tests.values()]))
    return new Set([...tests.keys()].filter((_, index) => results[index]?.outcome === 'passed'))
  }
  const different = [...new Set(programs)]
  const passed = new Map(await Promise.all(different.map(async program => [program, await passedBy(program)] as const)))
  return written.map(test => programs.map(program => test !== null && passed.get(program)?.has(keyOf(test)) === true))
}

const keyOf = ({ input, output }: Test): string => JSON.stringify([input, output])
