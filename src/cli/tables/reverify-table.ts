import type { Changed, ReverifiedIteration } from '../../reverify/reverify.ts'
import { left, right, textTable } from '../../text/text-table.ts'
import { decimal } from './numbers.ts'

/** A line for the actions of each iteration, and one for their votes. */
export const reverifyTable = (iterations: readonly ReverifiedIteration[]): string =>
  textTable(
    [right('iteration'), left('of'), ...['count', 'A ≠ 0 before', 'after', 'sign turned', 'mean |ΔA|'].map(right)],
    iterations.flatMap(({ iteration, actions, votes, verdictsTurned }) => [
      row(iteration, 'actions', actions),
      votes === null
        ? [String(iteration), 'steps by votes', String(actions.count), '', '', String(verdictsTurned), '']
        : row(iteration, 'votes', votes),
    ]),
  )

const row = (iteration: number, of: string, { count, trainedOn, turned, meanChange }: Changed): readonly string[] => [
  String(iteration),
  of,
  String(count),
  ...trainedOn.map(String),
  String(turned),
  decimal(meanChange),
]
