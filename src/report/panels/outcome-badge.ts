import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'
import { html, type Html } from '../../text/html.ts'
import { outcomeWord } from '../../run/directory/records/outcome-word.ts'
import { percentLabel } from '../chart/numbers.ts'

/** How an episode ended, and its score where that says more. */
export const outcomeBadge = ({ won, score, ending }: Pick<EpisodeRow, 'won' | 'score' | 'ending'>): Html =>
  html`<span class="badge ${won ? 'better' : 'worse'}"
    >${outcomeWord({ won, ending })}${score % 1 === 0 ? '' : `, ${percentLabel(score)}`}</span
  >`
