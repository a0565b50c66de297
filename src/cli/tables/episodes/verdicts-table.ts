/** Which kinds of good and bad steps an observer can tell apart, iterations side by side. */
import {
  labelledSteps,
  sameStepOrder,
  verdictsByReason,
  type StepRecord,
} from '../../../reward/verdicts/verdicts-by-reason.ts'
import { left, right, textTable } from '../../../text/text-table.ts'
import { decimal } from '../numbers.ts'

/** Rows of some iterations, under the name of their column. */
interface VerdictsColumn {
  readonly name: string
  readonly rows: readonly StepRecord[]
}

/** @returns empty where no step has both a label and verdicts. */
export function verdictsTable(columns: readonly VerdictsColumn[]): string {
  const labelled = columns.map(({ name, rows }) => ({ name, steps: labelledSteps(rows) }))
  const kinds = verdictsByReason(labelled.flatMap(({ steps }) => steps))
  if (kinds.length === 0) return ''
  const found = labelled.map(({ steps }) => ({ byReason: verdictsByReason(steps), order: sameStepOrder(steps) }))
  const rows = kinds.map(({ good, reason }) => {
    const cells = found.flatMap(({ byReason }) => {
      const own = byReason.find(each => each.good === good && each.reason === reason)
      return own === undefined ? ['0', '–'] : [String(own.steps), decimal(own.meanVerdict)]
    })
    return [good ? 'good' : 'bad', reason, ...cells]
  })
  const order = ['', 'order within a step index', ...found.flatMap(each => ['', decimal(each.order)])]
  return textTable(
    [
      left('label'),
      left('the expert’s reason'),
      ...labelled.flatMap(({ name }) => [right('steps'), right(`verdict, ${name}`)]),
    ],
    [...rows, order],
  )
}
