/** What the reward model said of a task's episodes, summed up for whoever rewrites the task. Pure. */

/** One step as the critic saw it. */
export interface CriticStep {
  readonly action: string
  readonly votes: readonly (-1 | 0 | 1)[]
  /** One for each vote, as written. */
  readonly reasons: readonly string[]
}

export interface CriticEpisode {
  readonly won: boolean
  readonly steps: readonly CriticStep[]
}

export interface CriticSummary {
  /** What was said most often of the steps that every vote condemns; `null` where there is no such step. */
  readonly complaint: string | null
  /** Share of the steps that every vote condemns, in [0, 1]. */
  readonly condemned: number
  /** One line a step: the action and the reasons, the condemned ones marked ✗. */
  readonly text: string
}

/** Source: RLAnything, arXiv 2602.02488, environment adaptation: reasons, with the steps marked on which all votes are −1. */
export function summarise(episodes: readonly CriticEpisode[]): CriticSummary {
  const steps = episodes.flatMap(episode => episode.steps)
  const condemned = steps.filter(isCondemned)
  const lines = episodes.flatMap(({ won, steps: played }, index) => [
    `episode ${index + 1}, ${won ? 'won' : 'lost'}`,
    ...played.map(step => `${isCondemned(step) ? '✗' : ' '} ${step.action}: ${[...new Set(step.reasons)].join('; ')}`),
  ])
  return {
    complaint: mostCommon(condemned.flatMap(({ reasons }) => reasons)),
    condemned: steps.length === 0 ? 0 : condemned.length / steps.length,
    text: lines.join('\n'),
  }
}

const isCondemned = ({ votes }: CriticStep): boolean => votes.length > 0 && votes.every(vote => vote === -1)

/** The most frequent item; of equals the one that sorts first, so that order does not matter. */
function mostCommon(items: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  const [first] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return first?.[0] ?? null
}
