/** Which edits of tasks were accepted, and how often chance alone would have let one pass. Pure. */
import type { Direction } from '../contracts/worlds/environment.ts'
import { groupBy } from '../math/group-by.ts'
import { mean } from '../math/statistics.ts'
import { successRate, type Count } from '../math/wilson.ts'
import { accepts } from './acceptance/acceptance.ts'
import { directionOf, type Band } from './acceptance/direction.ts'
import type { LineageEvent } from './lineage.ts'
import { adaptationOf } from './settings.ts'

/** Tasks that were tried as replacements, by one kind of edit. */
export interface EditSummary {
  readonly direction: Direction
  readonly edit: string
  /** At least 1. */
  readonly decided: number
  readonly accepted: number
  /** Mean of acc(q′) − acc(q), in [−1, 1]. */
  readonly meanChange: number
}

/** By kind of edit, the most frequent first; proposals that were not decided on are left out. */
export function editsSummary(events: readonly LineageEvent<unknown>[]): readonly EditSummary[] {
  const proposed = new Map(events.flatMap(event => (event.kind === 'proposed' ? [[keyOf(event), event]] : [])))
  const trials = events.flatMap(event => {
    const proposal = event.kind === 'decided' ? proposed.get(keyOf(event)) : undefined
    if (event.kind !== 'decided' || proposal === undefined) return []
    const { direction, edit } = proposal
    return [{ direction, edit, accepted: event.accepted, change: changeOf(event.current, event.proposed) }]
  })
  return summariesOf(trials)
}

/**
 * The same of tasks that were not edited: rule `paper` on two successive measurements of one task, the first of them outside
 * the band. The policy learns between the two, so that tasks become a little easier; an edit that is accepted no more often than this
 * is accepted by chance. Rule `sound` measures the task again together with its edit, so that chance is in its decision.
 *
 * @returns `edit` is `none`; a direction that no task called for is left out; nothing where the run has another rule.
 */
export function unchangedSummary(events: readonly LineageEvent<unknown>[], config: object): readonly EditSummary[] {
  const adaptation = adaptationOf(config)
  return adaptation?.rule === 'paper' ? unchangedIn(events, adaptation) : []
}

export function unchangedIn(events: readonly LineageEvent<unknown>[], band: Band): readonly EditSummary[] {
  const last = new Map<string, Count>()
  const trials = events.flatMap(event => {
    if (event.kind !== 'measured') return []
    const before = last.get(keyOf(event))
    last.set(keyOf(event), event.count)
    if (before === undefined) return []
    const [accuracy, proposedAccuracy] = [successRate(before), successRate(event.count)]
    const direction = directionOf(accuracy, band)
    if (direction === null) return []
    const accepted = accepts(direction, { accuracy, proposedAccuracy }, band)
    return [{ direction, edit: 'none', accepted, change: changeOf(before, event.count) }]
  })
  return summariesOf(trials)
}

interface Trial {
  readonly direction: Direction
  readonly edit: string
  readonly accepted: boolean
  readonly change: number
}

const keyOf = ({ slot, version }: { readonly slot: number; readonly version: number }): string => `${slot} ${version}`

const changeOf = (current: Count, proposed: Count): number => successRate(proposed) - successRate(current)

function summariesOf(trials: readonly Trial[]): readonly EditSummary[] {
  return [...groupBy(trials, ({ direction, edit }) => `${direction} ${edit}`).values()]
    .map(own => ({
      direction: own[0].direction,
      edit: own[0].edit,
      decided: own.length,
      accepted: own.filter(({ accepted }) => accepted).length,
      meanChange: mean(own.map(({ change }) => change)),
    }))
    .sort((a, b) => b.decided - a.decided)
}
