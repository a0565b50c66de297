/** An episode of a graphical interface, screen by screen, for a terminal. */
import type { ScreenedEpisode } from '../../report/screens/episode-screens.ts'
import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'
import { verdictSign } from '../tables/episodes/episode-table.ts'
import { decimal } from '../tables/numbers.ts'
import { screenText } from './screen-text.ts'

/** Widest box: wider ones are hard to read. */
const widest = 72

/** @param width letters of a line of the terminal. */
export function episodeScreensText({ rows, goal, screens }: ScreenedEpisode, width: number): string {
  const [first] = rows
  const boxWidth = Math.max(20, Math.min(widest, width))
  const parts = screens.map((screen, index) => {
    const row = rows[index]
    const drawing = screenText(screen, boxWidth)
    if (row === undefined) return `the end\n${drawing}`
    return [`step ${row.step}: ${row.action === '' ? '(nothing)' : row.action}`, drawing, ...madeOf(row)].join('\n')
  })
  const head = `${first?.episode ?? ''}: ${first?.won === true ? 'won' : 'lost'} in ${rows.length} steps\n${goal}`
  return [head, ...parts].join('\n\n')
}

/** The results of the step. */
function madeOf(row: EpisodeRow): readonly string[] {
  const refusal = /^\w*Error\b.*/.exec(row.observation)?.[0]
  const verdicts = row.verdicts
    .map((verdict, at) => `${verdictSign(verdict)} ${row.verdictReasons[at] ?? ''}`.trim())
    .join(', ')
  const noted = row.invalid === null ? verdicts : `invalid, ${row.invalid}`
  const lines = [
    refusal === undefined ? null : `refused: ${refusal}`,
    row.good === null ? null : `expert: ${row.good ? '+' : '−'} ${row.goodReason ?? ''}`,
    noted === '' ? null : `verdicts: ${noted}`,
    `R ${decimal(row.reward)}, A ${decimal(row.advantage)}`,
  ]
  return lines.filter(line => line !== null)
}
