/** The history of each slot whose task changed. */
import { versionsOf, type LineageEvent, type Version } from '../../curriculum/lineage.ts'
import { groupBy } from '../../math/group-by.ts'
import { html, type Html } from '../../text/html.ts'
import { percentLabel } from '../chart/numbers.ts'
import type { ReportData } from './report-data.ts'

/** Slots shown in full; a long run changes hundreds. */
const maxChains = 12

/** @returns `null` where nothing was accepted. */
export function tasksPanel({ lineage, describe }: ReportData): Html | null {
  const chains = acceptedChains(lineage)
  if (chains.length === 0) return null
  const shown = chains.slice(0, maxChains)
  const rest = chains.length - shown.length
  return html`<section>
    <h2>Lineage</h2>
    <p class="note">
      Each line is a slot: its task and the changes that were accepted, with the accuracy that each version had when
      last played.
    </p>
    <ol class="lineage">
      ${shown.map(each => chain(each, describe))}
    </ol>
    ${rest > 0 ? html`<p class="note">and ${rest} more slots, in tasks.jsonl</p>` : null}
  </section>`
}

interface Chain {
  readonly slot: number
  /** The root first. */
  readonly versions: readonly Version<unknown>[]
}

/** Slots in which something was accepted, the longest histories first. */
export function acceptedChains(lineage: readonly LineageEvent<unknown>[]): readonly Chain[] {
  return [...groupBy(lineage, ({ slot }) => slot)]
    .filter(([, own]) => own.some(event => event.kind === 'decided' && event.accepted))
    .map(([slot, own]) => ({
      slot,
      versions: versionsOf(own, slot).filter(({ fate }) => fate === 'root' || fate === 'accepted'),
    }))
    .sort((a, b) => b.versions.length - a.versions.length || a.slot - b.slot)
}

/** The root with its goal; of the changes each one's description, and the goal if it is new. */
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
