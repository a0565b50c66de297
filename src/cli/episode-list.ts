/** The episodes of an iteration, one a line. */
import type { EpisodeRow } from '../training/run-directory/episode-row.ts'
import { percent } from './numbers.ts'
import { textTable } from '../text-table.ts'

export function episodeList(rows: readonly EpisodeRow[]): string {
  const episodes = byEpisode(rows)
  return textTable(
    [
      { title: 'episode', align: 'left' },
      { title: 'outcome', align: 'left' },
      { title: 'steps', align: 'right' },
      { title: 'good %', align: 'right' },
      { title: 'votes + %', align: 'right' },
    ],
    [...episodes].map(([id, steps]) => {
      const votes = steps.flatMap(step => step.votes)
      return [
        id,
        steps[0]?.won === true ? 'won' : 'lost',
        String(steps.length),
        percent(share(steps.map(step => step.good))),
        percent(share(votes.map(vote => vote === 1))),
      ]
    }),
  )
}

const share = (truths: readonly boolean[]): number | null =>
  truths.length === 0 ? null : truths.filter(Boolean).length / truths.length

function byEpisode(rows: readonly EpisodeRow[]): Map<string, EpisodeRow[]> {
  const episodes = new Map<string, EpisodeRow[]>()
  for (const row of rows) episodes.set(row.episode, [...(episodes.get(row.episode) ?? []), row])
  return episodes
}
