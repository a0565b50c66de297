/** Kinds of edits by how often they were accepted. */
import type { EditSummary } from '../../curriculum/edits-summary.ts'
import { left, right, textTable } from '../../text/text-table.ts'
import { differenceText } from './comparison/measure-text.ts'
import { percent } from './numbers.ts'

/** @param unchanged tasks that were measured again without an edit; empty where that says nothing. */
export function editsTable(edits: readonly EditSummary[], unchanged: readonly EditSummary[]): string {
  const table = textTable(
    [left('direction'), left('edit'), ...['decided', 'accepted', 'accepted, %', 'success, points'].map(right)],
    [...edits.map(row), ...unchanged.map(row)],
  )
  return unchanged.length === 0 ? table : `${table}\n\n${note}`
}

const row = ({ direction, edit, decided, accepted, meanChange }: EditSummary): readonly string[] => [
  direction,
  edit,
  String(decided),
  String(accepted),
  percent(accepted / decided),
  differenceText(meanChange, null, 'percent'),
]

const note =
  'none: the same task measured twice, decided by the same rule. An edit that is accepted no more often passes by chance.'
