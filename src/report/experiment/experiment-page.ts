/** An experiment as one page: claims and verdicts, curves, arms, and how their settings differ. */
import type { ExperimentResult } from '../../experiment/results/experiment-result.ts'
import { html } from '../../text/html.ts'
import { pageShell } from '../page-shell.ts'
import { styles } from '../styles.ts'
import { armLooks } from './arm-look.ts'
import { armsPanel } from './arms-panel.ts'
import { claimsPanel } from './claims-panel.ts'
import { controlStyles } from './controls.ts'
import { curvesPanel } from './curves-panel.ts'
import { experimentStyles } from './experiment-styles.ts'
import { numbersPanel } from './numbers-panel.ts'
import { settingsPanel } from './settings-panel.ts'
import { summaryPanel } from './summary-panel.ts'

/**
 * @param result of an experiment that is finished or not: what is missing of it is said at the head of the page.
 * @returns the page as HTML, which needs no script and no network.
 * @throws {RangeError} if a measure of it is none.
 */
export function writeExperimentPage(result: ExperimentResult): string {
  const { title, question, measures, comparisons } = result
  const looks = armLooks(result)
  const body = html`<header>
      <p class="eyebrow">rlanything · experiment</p>
      <h1>${title}</h1>
      <p class="question">${question}</p>
    </header>
    ${summaryPanel(result)} ${claimsPanel(comparisons, looks)} ${curvesPanel(result, looks)}
    ${armsPanel(measures, looks)} ${settingsPanel(looks)} ${numbersPanel(measures, looks)}`
  return pageShell({ title, styles: [styles, experimentStyles, controlStyles(looks)], body })
}
