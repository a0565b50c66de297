/** The episodes of an iteration, one a line. */
import type { EpisodeRow } from '../../../run/directory/records/episode-row.ts'
import { groupBy } from '../../../math/group-by.ts'
import { outcomeWord } from '../../../run/directory/records/outcome-word.ts'
import { percent } from '../numbers.ts'
import { textTable, type Column } from '../../../text/text-table.ts'

/** A column that says nothing of any episode is left out. */
export function episodeList(rows: readonly EpisodeRow[]): string {
  const episodes = [...groupBy(rows, ({ episode }) => episode).values()]
  const shown = columns.filter(
    ({ cell, tells = steps => cell(steps) !== null }) => episodes.length === 0 || episodes.some(tells),
  )
  return textTable(
    shown,
    episodes.map(steps => shown.map(({ cell }) => cell(steps) ?? '–')),
  )
}

interface EpisodeColumn extends Column {
  /** @param steps of one episode, at least one; `null` where it is not known. */
  readonly cell: (steps: readonly EpisodeRow[]) => string | null
  /** Whether it says anything of this episode; that it is known, if left out. */
  readonly tells?: (steps: readonly EpisodeRow[]) => boolean
}

const columns: readonly EpisodeColumn[] = [
  { title: 'episode', align: 'left', cell: ([first]) => first?.episode ?? null },
  { title: 'outcome', align: 'left', cell: ([first]) => (first ? outcomeWord(first) : null) },
  /* All or nothing follows from the outcome. */
  {
    title: 'score %',
    align: 'right',
    cell: ([first]) => (first ? percent(first.score) : null),
    tells: ([first]) => first !== undefined && first.score % 1 !== 0,
  },
  { title: 'steps', align: 'right', cell: steps => String(steps.length) },
  {
    title: 'good %',
    align: 'right',
    cell: steps => shareOf(steps.flatMap(({ good }) => (good === null ? [] : [good]))),
  },
  {
    title: 'verdicts + %',
    align: 'right',
    cell: steps => shareOf(steps.flatMap(step => step.verdicts.map(verdict => verdict === 1))),
  },
  {
    title: 'tests right %',
    align: 'right',
    cell: steps =>
      shareOf(
        steps.flatMap(({ passedByCorrect }) => passedByCorrect.flatMap(share => (share === null ? [] : [share === 1]))),
      ),
  },
]

const shareOf = (truths: readonly boolean[]): string | null =>
  truths.length === 0 ? null : percent(truths.filter(Boolean).length / truths.length)
