import type { Changed, ReverifiedIteration } from '../../reverify/reverify.ts'
import { textTable } from '../../text/text-table.ts'
import { decimal } from './numbers.ts'

/** A line for the actions of each iteration, and one for their votes. */
export const reverifyTable = (iterations: readonly ReverifiedIteration[]): string =>
  textTable(
    [
      { title: 'iteration', align: 'right' },
      { title: 'of', align: 'left' },
      { title: 'count', align: 'right' },
      { title: 'A ≠ 0 before', align: 'right' },
      { title: 'after', align: 'right' },
      { title: 'sign turned', align: 'right' },
      { title: 'mean |ΔA|', align: 'right' },
    ],
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
