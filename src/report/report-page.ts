/** The report of a run as one page. */
import { axisChoice, axisStyles } from './chart/axis-choice.ts'
import { devicePanel } from './panels/device-panel.ts'
import { servicesPanel } from './panels/services-panel.ts'
import { episodePanel } from './panels/episode-panel.ts'
import { headline } from './headline.ts'
import { html, type Html } from '../text/html.ts'
import { learningPanel } from './panels/learning-panel.ts'
import { measuresPanels } from './panels/measures-panel.ts'
import { pageShell } from './page-shell.ts'
import { picturesPanel } from './panels/pictures-panel.ts'
import type { ReportData } from './panels/report-data.ts'
import { screenStyles } from './screens/screen-styles.ts'
import { styles } from './styles.ts'
import { tasksPanel } from './panels/tasks-panel.ts'
import { timePanel } from './panels/time-panel.ts'
import { updatesPanel } from './panels/updates-panel.ts'

export function reportPage(data: ReportData): string {
  const { path, config, versions, metrics, gaps } = data
  const name =
    path
      .split(/[\\/]/)
      .filter(part => part !== '')
      .at(-1) ?? path
  const playsEpisodes = 'episodes' in config.tasks
  const made = Object.entries(versions).map(([what, version]) => `${what} ${version}`)
  const body = html`<header>
      <p class="eyebrow">rlanything</p>
      <h1>${name}</h1>
      <p class="note">
        ${config.environment.name} · ${config.method} · ${metrics.at(-1)?.iteration ?? 0} of ${config.iterations}
        iterations · seed
        ${config.seed}${playsEpisodes ? ` · ${config.tasks.perIteration} × ${config.tasks.episodes} episodes` : ''}
      </p>
      ${axisChoice}
    </header>
    ${gaps.length === 0 ? null : caveats(gaps)} ${headline(data)} ${learningPanel(data)} ${measuresPanels(data)}
    ${updatesPanel(data)} ${tasksPanel(data)} ${episodePanel(data)} ${picturesPanel(data)} ${timePanel(data)}
    ${devicePanel(data)} ${servicesPanel(data)}
    <section>
      <h2>Configuration</h2>
      <p class="note">${made.join(' · ')}</p>
      <details>
        <summary>config.json</summary>
        <pre>${JSON.stringify(config, null, 2)}</pre>
      </details>
    </section>`
  return pageShell({
    title: name,
    styles: data.screened.length === 0 ? [styles, axisStyles] : [styles, axisStyles, screenStyles],
    body,
  })
}

/** Said before anything else: parts that are missing, and alarms. */
const caveats = (gaps: readonly string[]): Html =>
  html`<section>
    <h2>Caveats</h2>
    <ul>
      ${gaps.map(gap => html`<li>${gap}</li>`)}
    </ul>
  </section>`
