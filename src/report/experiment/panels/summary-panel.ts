/** The experiment in plain words: the question, the method, the result, and missing parts. */
import type {
  ComparisonResult,
  ExperimentResult,
  IntervalMethod,
  MeasuredArm,
} from '../../../experiment/results/experiment-result.ts'
import type { Verdict } from '../../../statistics/verdict.ts'
import { html, type Html } from '../../../text/html.ts'
import { restriction } from '../look/restriction.ts'
import { tones } from './claims-panel.ts'
import { percentLabel } from '../../chart/numbers.ts'
import { measureWords } from '../look/measure-words.ts'

export function summaryPanel(result: ExperimentResult): Html {
  const { comparisons, notes } = result
  const rest = notes.slice(maxNotes)
  return html`<section>
    ${comparisons.length === 0 ? null : html`<dl class="verdicts">${verdicts.map(verdict => counted(verdict, comparisons, result))}</dl>`}
    <p>${howAsked(result)}</p>
    ${
      notes.length === 0
        ? null
        : html`<div class="missing">
            <h3>What is missing</h3>
            <ul>
              ${notes.slice(0, maxNotes).map(item)}
            </ul>
            ${
              rest.length === 0
                ? null
                : html`<details>
                    <summary>${rest.length} more</summary>
                    <ul>
                      ${rest.map(item)}
                    </ul>
                  </details>`
            }
          </div>`
    }
  </section>`
}

/** Shown at once; of an experiment that has just begun each run has one. */
const maxNotes = 6

const item = (note: string): Html => html`<li>${note}</li>`

const verdicts: readonly Verdict[] = ['supported', 'inconclusive', 'contradicted']

function counted(verdict: Verdict, comparisons: readonly ComparisonResult[], result: ExperimentResult): Html {
  const found = comparisons.filter(comparison => comparison.verdict === verdict)
  const isOne = comparisons.every(({ measure }) => measure === comparisons[0]?.measure)
  const of = ({ measure }: ComparisonResult): Html | null =>
    isOne ? null : html`<span class="note">· ${measureWords(result)(measure).title}</span>`
  return html`<div class="card ${tones[verdict]}">
    <dt><b>${found.length}</b> ${verdict}</dt>
    ${found.map(each => html`<dd>${each.claim} ${of(each)} ${difference(each, result)} <small>${limits(each, result.arms)}</small></dd>`)}
  </div>`
}

/** Without the comma that sets it off from a verdict. */
const limits = (comparison: ComparisonResult, arms: readonly MeasuredArm[]): string =>
  restriction(comparison, arms).replace(/^, /, '')

function difference({ mean, error, measure }: ComparisonResult, result: ExperimentResult): Html | null {
  if (mean === null) return html`<small>nothing to compare</small>`
  const words = measureWords(result)(measure)
  return html`<small>${words.difference(mean)}${error === null ? '' : ` ± ${words.error(error)}`} ${words.unit}</small>`
}

function howAsked({ arms, comparisons, intervals }: ExperimentResult): string {
  const seeds = [...new Set(arms.flatMap(({ runs }) => runs.map(({ seed }) => seed)))].sort((a, b) => a - b)
  const runs = arms.flatMap(arm => arm.runs)
  const tasks = [...new Set(runs.flatMap(({ config }) => config.evaluation.tasks ?? []))]
  const levels = [...new Set(comparisons.map(({ level }) => level))]
  const made = `${plural(arms.length, 'arm')}, ${plural(runs.length, 'run')} with ${plural(seeds.length, 'seed')}${seeds.length === 0 ? '' : ` (${seeds.join(', ')})`}`
  const measured = tasks.length === 0 ? '' : `, measured on ${tasks.join(' or ')} held-out tasks`
  if (comparisons.length === 0) return `${made}${measured}. No claims were asked.`
  const tested = `Each claim is one comparison of two arms, run with the same seeds and measured on the same tasks. ${intervalWords[intervals]} with ${levels.map(level => percentLabel(level, decimals(level))).join(' or ')} confidence; p values are two-sided`
  const corrected =
    comparisons.length === 1 ? '' : ` and corrected by Holm’s method for ${comparisons.length} comparisons`
  const alone = comparisons.some(({ unit }) => unit === 'tasks') ? ` ${oneSeed}` : ''
  return `${made}${measured}. ${tested}${corrected}. ± is one standard error.${alone}`
}

const oneSeed =
  'Where two arms have one seed in common, the test is over the held-out tasks of these two runs, and does not tell how other seeds would end.'

const intervalWords: Readonly<Record<IntervalMethod, string>> = {
  t: 'Intervals are those of Student’s t',
  bootstrap: 'Intervals are percentiles of a bootstrap',
}

/** 95 % and 99.5 %. */
const decimals = (level: number): number => (Number.isInteger(Number((level * 100).toPrecision(6))) ? 0 : 1)

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
