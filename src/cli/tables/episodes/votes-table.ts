/** Which kinds of good and bad steps a judge can tell apart, iterations side by side. */
import {
  labelledSteps,
  sameStepOrder,
  votesByReason,
  type StepRecord,
} from '../../../reward/verdicts/votes-by-reason.ts'
import { textTable } from '../../../text/text-table.ts'
import { decimal } from '../numbers.ts'

/** Rows of some iterations, under the name of their column. */
interface VotesColumn {
  readonly name: string
  readonly rows: readonly StepRecord[]
}

/** @returns empty where no step has both a label and votes. */
export function votesTable(columns: readonly VotesColumn[]): string {
  const labelled = columns.map(({ name, rows }) => ({ name, steps: labelledSteps(rows) }))
  const kinds = votesByReason(labelled.flatMap(({ steps }) => steps))
  if (kinds.length === 0) return ''
  const found = labelled.map(({ steps }) => ({ byReason: votesByReason(steps), order: sameStepOrder(steps) }))
  const rows = kinds.map(({ good, reason }) => {
    const cells = found.flatMap(({ byReason }) => {
      const own = byReason.find(each => each.good === good && each.reason === reason)
      return own === undefined ? ['0', '–'] : [String(own.steps), decimal(own.meanVote)]
    })
    return [good ? 'good' : 'bad', reason, ...cells]
  })
  const order = ['', 'order within a step index', ...found.flatMap(each => ['', decimal(each.order)])]
  return textTable(
    [
      { title: 'label', align: 'left' },
      { title: 'the expert’s reason', align: 'left' },
      ...labelled.flatMap(({ name }) => [
        { title: 'steps', align: 'right' as const },
        { title: `vote, ${name}`, align: 'right' as const },
      ]),
    ],
    [...rows, order],
  )
}
