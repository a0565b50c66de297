/** Which episodes of a run are shown: chosen by a rule and not by their looks. */
import { groupBy } from '../../math/group-by.ts'
import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'

interface ShownEpisode {
  readonly title: string
  /** In order, at least one. */
  readonly rows: readonly EpisodeRow[]
}

/**
 * Of an iteration the shortest and the longest episode that was won, and those that were not; the first of several that are
 * equally long.
 */
export function shownEpisodes(rows: readonly EpisodeRow[]): readonly ShownEpisode[] {
  const episodes = [...groupBy(rows, ({ episode }) => episode).values()]
  const [won, lost] = [true, false].map(result => episodes.filter(([first]) => first?.won === result))
  return [...extremes(won ?? []), ...extremes(lost ?? [])]
}

function extremes(episodes: readonly (readonly EpisodeRow[])[]): readonly ShownEpisode[] {
  const [shortest, ...others] = episodes.toSorted((a, b) => a.length - b.length)
  if (shortest === undefined) return []
  const most = others.at(-1)?.length ?? 0
  const longest = others.find(({ length }) => length === most)
  if (longest === undefined || most === shortest.length) return [{ title: 'Last iteration', rows: shortest }]
  return [
    { title: 'Last iteration, shortest', rows: shortest },
    { title: 'Last iteration, longest', rows: longest },
  ]
}
