/** The results of given programs, item by item, and the records that could not be used. */
import type { Refusal } from '../../items/formats/item.ts'
import type { Programs } from '../../items/read-programs.ts'
import {
  added,
  isScored,
  isSolved,
  outcomeNames,
  programTotals,
  type ItemScore,
  type OutcomeCounts,
  type ProgramTotals,
} from '../../items/score.ts'
import { left, right, textTable } from '../../text/text-table.ts'
import { percent } from './numbers.ts'

/** Shares in percent; of the items that have a program. */
export function programsTable(items: readonly ItemScore[]): string {
  const rows = items
    .filter(({ programs }) => programs.length > 0)
    .map(item => {
      const scored = item.programs.filter(isScored)
      const { passAt1, meanShare, invalid } = programTotals([item])
      return [
        nameOf(item),
        item.difficulty ?? '',
        String(scored[0]?.tests ?? ''),
        `${scored.filter(isSolved).length} of ${scored.length}`,
        percent(passAt1, 1),
        percent(meanShare, 1),
        notPassed(added(scored.map(({ outcomes }) => outcomes)), invalid),
      ]
    })
  return textTable(
    [
      left('item'),
      left('difficulty'),
      ...['tests', 'solved by', 'pass@1 %', 'tests passed %'].map(right),
      left('not passed'),
    ],
    rows,
  )
}

/** One line of totals. */
export function totalsLine({
  items,
  programs,
  solved,
  passAt1,
  passAt1Error,
  meanShare,
  invalid,
}: ProgramTotals): string {
  const error = passAt1Error === null ? '' : ` ± ${percent(passAt1Error, 1)}`
  const lost = invalid === 0 ? '' : `; ${invalid} programs have no score, for the sandbox failed`
  return (
    `pass@1 ${percent(passAt1, 1)}${error} %, tests passed ${percent(meanShare, 1)} %: ` +
    `${solved} of ${programs} programs solve their item, ${items} items${lost}`
  )
}

/** Lines of a kind at most. */
const maxShown = 20

/** The records left out, a line each. */
export function leftAside({
  refusals,
  unused,
  items,
}: {
  readonly refusals: readonly Refusal[]
  readonly unused: readonly Programs[]
  readonly items: readonly ItemScore[]
}): string[] {
  const idle = items.filter(({ programs }) => programs.length === 0).map(nameOf)
  const few = (texts: readonly string[]): string[] =>
    texts.length <= maxShown ? [...texts] : [...texts.slice(0, maxShown), `… and ${texts.length - maxShown} more`]
  return [
    ...few(refusals.map(refusalLine)),
    ...few(
      unused.map(({ place, of }) => {
        const named = 'id' in of ? `question_id ${JSON.stringify(of.id)}` : `index ${of.index}`
        return `programs, ${place.where}: no item has ${named}`
      }),
    ),
    ...(idle.length === 0 ? [] : [`no program for ${idle.length} items: ${few(idle).join(', ')}`]),
  ]
}

function refusalLine({ file, where, id, reason }: Refusal): string {
  return `${file}, ${where}${id === null ? '' : ` (${id})`}: ${reason.replaceAll('\n', '\n    ')}`
}

const nameOf = ({ id, where }: ItemScore): string => id ?? where

function notPassed(outcomes: OutcomeCounts, invalid: number): string {
  const counts = outcomeNames
    .filter(outcome => outcome !== 'passed' && outcomes[outcome] > 0)
    .map(outcome => `${outcome} ${outcomes[outcome]}`)
  return [...counts, ...(invalid > 0 ? [`no score ${invalid}`] : [])].join(', ')
}
