/** Episodes of a graphical interface, screen by screen. */
import { html, type Html } from '../../text/html.ts'
import type { ScreenedEpisode } from '../screens/episode-screens.ts'
import { film } from '../screens/film.ts'
import { outcomeBadge } from './outcome-badge.ts'
import type { TitledEpisode } from './report-data.ts'

/** @param reading how the work of the observer is to be read, in sentences. */
export const screensPanel = (episodes: readonly TitledEpisode[], reading: string): Html =>
  html`<section>
    <h2>Episodes, screen by screen</h2>
    <p class="note">
      Screens are drawn from their accessibility trees; the element that the step acts on is marked. An episode of the
      first iteration, then the shortest and the longest of the last one that were won and lost. ${reading} R is the
      policy's reward for the step, A its advantage.
    </p>
    ${episodes.map(({ title, ...episode }, index) => filmed(title, episode, index))}
  </section>`

/** @param index of the episode among those of the page. */
export const filmed = (title: string, { rows, goal, screens, pictures }: ScreenedEpisode, index: number): Html =>
  html`<article class="filmed">
    <h3>
      ${title} ${rows[0] === undefined ? null : outcomeBadge(rows[0])} <small>${rows.length} steps</small>
      <code>${rows[0]?.episode ?? ''}</code>
    </h3>
    <blockquote>${goal}</blockquote>
    ${film({ id: `film-${index}`, rows, screens, pictures })}
  </article>`
