/** An experiment as one page: claims and verdicts, curves, arms, and how their settings differ. */
import type { ExperimentResult } from '../../experiment/results/experiment-result.ts'
import { html } from '../../text/html.ts'
import { pageShell } from '../page-shell.ts'
import { styles } from '../styles.ts'
import { armLooks } from './look/arm-look.ts'
import { armsPanel } from './panels/arms-panel.ts'
import { claimsPanel } from './panels/claims-panel.ts'
import { controlStyles } from './look/controls.ts'
import { curvesPanel } from './panels/curves-panel.ts'
import { experimentStyles } from './look/experiment-styles.ts'
import { measureWords } from './look/measure-words.ts'
import { numbersPanel } from './panels/numbers-panel.ts'
import { settingsPanel } from './panels/settings-panel.ts'
import { summaryPanel } from './panels/summary-panel.ts'

/**
 * @param result of an experiment that is finished or not: missing parts are listed at the head of the page.
 * @returns the page as HTML, which needs no script and no network.
 * @throws {RangeError} if a measure of it is unknown.
 */
export function writeExperimentPage(result: ExperimentResult): string {
  const { title, question, measures } = result
  const looks = armLooks(result)
  const body = html`<header>
      <p class="eyebrow">rlanything · experiment</p>
      <h1>${title}</h1>
      <p class="question">${question}</p>
    </header>
    ${summaryPanel(result)} ${claimsPanel(result, looks)} ${curvesPanel(result, looks)}
    ${armsPanel(measures.map(measureWords(result)), looks)} ${settingsPanel(looks)}
    ${numbersPanel(measures.map(measureWords(result)), looks)}`
  return pageShell({ title, styles: [styles, experimentStyles, controlStyles(looks)], body })
}
