/** One episode as a table, for a terminal. */
import type { EpisodeRow } from '../../../run/directory/records/episode-row.ts'
import { outcomeWord } from '../../../run/directory/records/outcome-word.ts'
import { decimal } from '../numbers.ts'
import { right, textTable } from '../../../text/text-table.ts'

/** @param rows of one episode, at least one, in order. */
export function episodeTable(rows: readonly EpisodeRow[]): string {
  const first = rows[0]
  if (first === undefined) throw new RangeError('an episode has at least one step, got none')
  const isAhead = rows.some(({ age, noteAge }) => (age ?? 0) + (noteAge ?? 0) > 0)
  const table = textTable(
    [
      right('#'),
      { title: 'action', align: 'left', width: 26 },
      { title: 'observation', align: 'left', width: 40 },
      { title: 'expert', align: 'left', width: 22 },
      { title: 'verdicts', align: 'left', width: 28 },
      ...['R', 'A', 'observer A'].map(right),
      ...(isAhead ? ['age', 'observer age'] : []).map(right),
    ],
    rows.map(row => [
      String(row.step),
      row.finish === 'length' ? `${row.action} (cut off)` : row.action,
      row.observation,
      row.good === null ? '–' : `${row.good ? '+' : '−'} ${row.goodReason}`,
      row.invalid === null
        ? row.verdicts.map((verdict, at) => `${verdictSign(verdict)} ${row.verdictReasons[at] ?? ''}`).join('\n')
        : `invalid: ${row.invalid}`,
      decimal(row.reward),
      decimal(row.advantage),
      row.noteAdvantages.map(advantage => decimal(advantage)).join('\n'),
      ...(isAhead ? [String(row.age ?? ''), String(row.noteAge ?? '')] : []),
    ]),
  )
  return `${first.episode}: ${outcomeWord(first)} in ${rows.length} steps\n\n${first.opening ?? ''}\n\n${table}`
}

/** + good, − bad, ? malformed. */
export const verdictSign = (verdict: -1 | 0 | 1): string => (verdict === 1 ? '+' : verdict === -1 ? '−' : '?')
