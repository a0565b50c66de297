/** Whether a program was a good step, and where it first leaves the way of the reference. */
import type { StepLabel } from '../../../src/contracts/worlds/environment.ts'
import { clauseKinds, outcome, sameClause, type Pipeline } from '../tasks/pipeline.ts'
import { parseProgram, statementsOf, type Statement } from './program.ts'
import type { CodingTask } from '../tasks/task.ts'
import { digitsOf } from './lists.ts'

/** Every reason of a label: all is right, or the first missed part of the reference. */
export const codingReasons = ['right', 'input', ...clauseKinds, 'output', 'limits'] as const
type Reason = (typeof codingReasons)[number]

/** @param passed whether every test was. */
export const labelOf = (task: CodingTask, program: string, passed: boolean): StepLabel => ({
  good: passed,
  reason: passed ? 'right' : firstMissed(task, program),
})

/** The label of a program without running it: one that is not a plain pipeline passes for wrong. */
export function labelUnrun(task: CodingTask, program: string): StepLabel {
  const pipeline = parseProgram(program)
  return labelOf(task, program, pipeline !== null && passesAll(task, pipeline))
}

export const passesAll = ({ tests }: CodingTask, pipeline: Pipeline): boolean =>
  tests.every(({ input, output }) => outcome(pipeline, digitsOf(input)) === output)

/**
 * The first part of the reference program that differs or is missing in the program. One that is the reference and
 * still fails ran into its limits.
 */
function firstMissed({ clauses, output }: Pipeline, program: string): Reason {
  const [first, ...rest] = statementsOf(program)
  if (first?.kind !== 'read') return 'input'
  const missed = clauses.find((clause, place) => {
    const statement = rest[place]
    return statement?.kind !== 'clause' || !sameClause(statement.clause, clause)
  })
  if (missed !== undefined) return missed.kind
  return isPrint(rest.slice(clauses.length), output) ? 'limits' : 'output'
}

/** Whether just this is printed, and nothing else is done. */
const isPrint = ([last, ...more]: readonly Statement[], output: string): boolean =>
  last?.kind === 'print' && last.output === output && more.length === 0
