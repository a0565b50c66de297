/** An episode whose actions are programs: each line by line, and under it the tests that were written for it. */
import { programLines } from '../../../run/program-lines.ts'
import type { EpisodeRow } from '../../../run/directory/records/episode-row.ts'
import { left, right, textTable } from '../../../text/text-table.ts'
import { decimal, percent } from '../numbers.ts'

/** @param rows of one episode, at least one, in order. */
export function programEpisode(rows: readonly EpisodeRow[]): string {
  const [first] = rows
  if (first === undefined) throw new RangeError('an episode has at least one step, got none')
  const outcome = `${first.won ? 'won' : 'lost'}, score ${percent(first.score)} %`
  return [`${first.episode}: ${outcome}`, first.opening ?? '', ...rows.flatMap(step)].join('\n\n')
}

function step(row: EpisodeRow): readonly string[] {
  const ages =
    (row.age ?? 0) + (row.noteAge ?? 0) > 0 ? [`age ${row.age ?? '–'}, observer age ${row.noteAge ?? '–'}`] : []
  const facts = [
    row.observation,
    ...(row.good === null ? [] : [`expert ${row.good ? '+' : '−'} ${row.goodReason}`]),
    `R ${decimal(row.reward)}, A ${decimal(row.advantage)}`,
    ...ages,
  ]
  const tested = row.invalid === null ? tests(row) : [`invalid: ${row.invalid}`]
  return [numbered(programLines(row.action)), facts.join('\n'), ...tested]
}

const numbered = (lines: readonly string[]): string =>
  lines.map((line, index) => `${String(index + 1).padStart(3)}  ${line}`).join('\n')

function tests({
  tests: texts,
  passedByCorrect,
  passedByIncorrect,
  noteRewards,
  noteAdvantages,
}: EpisodeRow): string[] {
  if (texts.length === 0) return []
  const table = textTable(
    [left('test'), right('passed by correct %'), right('by incorrect %'), right('observer R'), right('observer A')],
    texts.map((text, index) => [
      text === '' ? '(nothing)' : text,
      percent(passedByCorrect[index]),
      percent(passedByIncorrect[index]),
      decimal(noteRewards[index]),
      decimal(noteAdvantages[index]),
    ]),
  )
  return [table]
}
