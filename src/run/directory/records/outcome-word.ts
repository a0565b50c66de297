import type { EpisodeRow } from './episode-row.ts'

/** How an episode ended, in words: one that the step limit cut off was not lost in the world. */
export const outcomeWord = ({ won, ending }: Pick<EpisodeRow, 'won' | 'ending'>): string =>
  won ? 'won' : ending === 'truncated' ? 'lost (step limit)' : 'lost'
