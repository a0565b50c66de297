/** An expert's next action, and whether a step was good; both by the player's possible knowledge. */
import { sameData } from '../../../src/contracts/same-data.ts'
import type { StepLabel } from '../../../src/contracts/worlds/environment.ts'
import { playAction } from '../kernel/play.ts'
import type { DeskState } from '../screen/state.ts'
import { holds } from '../tasks/predicate.ts'
import { predicatesOf, type DeskTask } from '../tasks/task.ts'
import { lookalikes } from './lookalikes.ts'
import { actionOf, type ActionDialect } from './move.ts'
import { planDesk } from './plan.ts'
import { isSameSpot } from './route.ts'

/** Every reason a label gives. */
export const deskReasons = {
  nearer: 'nearer to the goal',
  looks: 'looks where it may be',
  refused: 'cannot be done',
  nothing: 'nothing happened',
  value: 'wrong value',
  control: 'wrong control',
  lost: 'unsaved changes lost',
  app: 'wrong application',
  screen: 'wrong screen',
} as const

/** The next step of the shortest plan for the first of the lookalikes; `null` where the goal is out of reach. */
export function expertAction(state: DeskState, dialect: ActionDialect): string | null {
  const [likely = state.task] = lookalikes(state)
  const { next } = planDesk({ ...state, task: likely })
  return next === null ? null : actionOf(state, next, dialect)
}

/**
 * A step is good if and only if it makes the plan shorter, in truth or for a task that the player cannot tell from this one, and changes
 * no record that the goal does not ask for.
 */
export function labelDeskStep(state: DeskState, action: string): StepLabel {
  const { state: after, fault } = playAction(state, action, 'changes')
  const isNearer = (task: DeskTask): boolean => planDesk({ ...after, task }).cost < planDesk({ ...state, task }).cost
  const isSpoilt = spoils(state, after)
  if (!isSpoilt && isNearer(state.task)) return { good: true, reason: deskReasons.nearer }
  if (!isSpoilt && lookalikes(state).some(isNearer)) return { good: true, reason: deskReasons.looks }
  if (fault !== null) return { good: false, reason: deskReasons.refused }
  return { good: false, reason: isSpoilt ? deskReasons.control : mistake(state, after) }
}

/** Whether something was saved, sent, put away or erased without granting anything of the goal. */
function spoils(before: DeskState, after: DeskState): boolean {
  if (after.data === before.data || sameData(after.data, before.data)) return false
  const granted = ({ task, data }: DeskState): number => predicatesOf(task).filter(each => holds(each, data)).length
  return granted(after) <= granted(before)
}

/** In the words of the label, the mistake in a step that was carried out. */
function mistake(before: DeskState, after: DeskState): string {
  if (after.spot.app !== before.spot.app) return lost(before) ?? deskReasons.app
  if (!isSameSpot(after.spot, before.spot)) return lost(before) ?? deskReasons.screen
  if (after.open !== before.open) return lost(before) ?? deskReasons.control
  const key = Object.keys(after.drafts).find(each => after.drafts[each] !== before.drafts[each])
  if (key !== undefined)
    return wantedValues(before).has(after.drafts[key] ?? '') ? deskReasons.control : deskReasons.value
  const isChanged = after.data !== before.data || after.top !== before.top
  return isChanged ? deskReasons.control : deskReasons.nothing
}

/** Whether leaving the screen cost drafts. */
const lost = ({ drafts }: DeskState): string | null => (Object.keys(drafts).length > 0 ? deskReasons.lost : null)

/** Everything that some predicate says. */
const wantedValues = ({ task }: DeskState): ReadonlySet<unknown> =>
  new Set<unknown>(predicatesOf(task).flatMap((predicate): readonly unknown[] => Object.values(predicate)))
