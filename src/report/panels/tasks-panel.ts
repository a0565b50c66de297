/** The changes of tasks: counts of accepted ones, and the history of each slot that changed. */
import { versionsOf, type LineageEvent, type Version } from '../../curriculum/lineage.ts'
import { adaptationOf } from '../../curriculum/settings.ts'
import { html, type Html } from '../../text/html.ts'
import { lineChart } from '../chart/line-chart.ts'
import { percentLabel } from '../chart/numbers.ts'
import type { ReportData } from './report-data.ts'
import { over } from '../chart/series.ts'
import { smoothedSeries } from '../chart/smoothed-series.ts'

/** Slots shown in full; a long run changes hundreds. */
const maxChains = 12

export function tasksPanel({ metrics, lineage, config, describe }: ReportData): Html {
  const band = adaptationOf(config)
  if (band?.enabled !== true || metrics.every(({ adaptation }) => adaptation === null))
    return html`<section>
      <h2>Tasks</h2>
      <p class="note">Adaptation was off: the tasks stayed as they were.</p>
    </section>`
  const chains = acceptedChains(lineage)
  const shown = chains.slice(0, maxChains)
  const rest = chains.length - shown.length
  return html`<section>
    <h2>Tasks</h2>
    <div class="charts">
      ${lineChart({
        title: 'Accepted tasks',
        note: 'Since the run began, by the way they changed.',
        format: y => String(y),
        series: [
          { name: 'harder', colour: 2, points: over(metrics, line => line.adaptation?.acceptedHarder ?? null) },
          { name: 'easier', colour: 3, points: over(metrics, line => line.adaptation?.acceptedEasier ?? null) },
        ],
        include: [0, 4],
      })}
      ${lineChart({
        title: 'Tasks outside the band',
        note: `Groups of an iteration with accuracy below ${band.low} or above ${band.high}.`,
        format: y => (Number.isInteger(y) ? String(y) : y.toFixed(1)),
        series: [
          ...smoothedSeries(
            { name: 'outside', colour: 4, points: over(metrics, line => line.adaptation?.outside ?? null) },
            5,
          ),
          ...smoothedSeries(
            { name: 'proposals', colour: 1, points: over(metrics, line => line.adaptation?.proposed ?? null) },
            5,
          ),
        ],
        include: [0],
      })}
    </div>
    ${
      chains.length === 0
        ? html`<p class="note">No task was changed.</p>`
        : html`<h3>Lineage</h3>
            <p class="note">
              Each line is a slot: its task and the changes that were accepted, with the accuracy that each version had
              when last played.
            </p>
            <ol class="lineage">
              ${shown.map(each => chain(each, describe))}
            </ol>
            ${rest > 0 ? html`<p class="note">and ${rest} more slots, in tasks.jsonl</p>` : null}`
    }
  </section>`
}

interface Chain {
  readonly slot: number
  /** The root first. */
  readonly versions: readonly Version<unknown>[]
}

/** Slots in which something was accepted, the longest histories first. */
export function acceptedChains(lineage: readonly LineageEvent<unknown>[]): readonly Chain[] {
  const slots = new Set(lineage.flatMap(event => (event.kind === 'decided' && event.accepted ? [event.slot] : [])))
  return [...slots]
    .map(slot => ({
      slot,
      versions: versionsOf(lineage, slot).filter(({ fate }) => fate === 'root' || fate === 'accepted'),
    }))
    .sort((a, b) => b.versions.length - a.versions.length || a.slot - b.slot)
}

/** The root with what it asks for; of the changes what each says it changed, and what is asked for then if that is another thing. */
function chain({ slot, versions }: Chain, describe: ReportData['describe']): Html {
  const goals = versions.map(({ task }) => describe(task))
  const [root, ...changes] = versions
  const goal = goals[0] ?? null
  return html`<li>
    <span class="slot">slot ${slot}</span> ${root === undefined ? null : html`<span>root ${meter(root)}</span>`}
    ${goal === null ? null : html`<span class="version"><small>${goal}</small></span>`}
    ${changes.map((version, index) => {
      const asked = goals[index + 1] ?? null
      return change(version, asked === goals[index] ? null : asked)
    })}
  </li>`
}

function meter({ measurements }: Version<unknown>): Html {
  const last = measurements.at(-1)?.count
  const accuracy = last === undefined ? null : last.successes / last.trials
  return html`<span class="meter" style="--share:${accuracy ?? 0}"></span><b>${percentLabel(accuracy)}</b>`
}

/** @param asked its goal, if that is not the one before. */
function change(version: Version<unknown>, asked: string | null): Html | null {
  const { origin } = version
  if (origin === null) return null
  return html`<span class="version" title="iteration ${origin.iteration}, by ${origin.proposer}"
    ><span class="arrow ${origin.direction}">${origin.direction}</span>
    <code>${origin.edit}</code>
    ${meter(version)}<small>${origin.reason}</small>${asked === null ? null : html`<small>${asked}</small>`}</span
  >`
}
