/** Edits of how the same is arranged: none leads to an arrangement that is kept for `unseen`, nor away from one. */
import type { Random } from '../../../src/math/random.ts'
import { isUnseenArrangement, type Arrangement } from '../tasks/arrangement.ts'
import { labelNames, labels } from '../tasks/tables.ts'
import { predicatesOf, type DeskTask } from '../tasks/task.ts'
import type { Predicate } from '../tasks/predicate.ts'
import type { DeskChange } from './edit-goal.ts'

/** The commands of an open mail or file go into a menu, or come out of it, where a predicate needs them. */
export function moveCommands(task: DeskTask, isHidden: boolean): DeskChange | null {
  const { menus } = task.arrangement
  const app = (['mail', 'files'] as const).find(name => menus[name] !== isHidden && isNeeded(task, name))
  if (app === undefined) return null
  const reason = isHidden ? 'What can be done went into a menu.' : 'What can be done came out of a menu.'
  return rearranged(task, { menus: { ...menus, [app]: isHidden } }, reason)
}

const needing: Readonly<Record<'mail' | 'files', readonly Predicate['kind'][]>> = {
  mail: ['box', 'star'],
  files: ['move', 'rename', 'erase'],
}

const isNeeded = (task: DeskTask, app: 'mail' | 'files'): boolean =>
  predicatesOf(task).some(({ kind }) => needing[app].includes(kind))

/** Labels changed by one edit. */
const labelsChanged = 4

/** A few labels get wordings that are not the common ones, or the common ones again. */
export function rewordLabels(task: DeskTask, isRarer: boolean, random: Random): DeskChange | null {
  const { wording } = task.arrangement
  const candidates = labelNames.filter(name => (wording[name] === 0) === isRarer)
  if (candidates.length === 0) return null
  const changed = random.shuffle(candidates).slice(0, labelsChanged)
  const entries = changed.map(name => [name, isRarer ? 1 + random.integer(labels[name].length - 1) : 0] as const)
  const reason = isRarer ? 'A few labels are worded in a rarer way.' : 'A few labels are worded in the common way.'
  return rearranged(task, { wording: { ...wording, ...Object.fromEntries(entries) } }, reason)
}

function rearranged(task: DeskTask, change: Partial<Arrangement>, reason: string): DeskChange | null {
  const arrangement = { ...task.arrangement, ...change }
  if (isUnseenArrangement(arrangement) !== isUnseenArrangement(task.arrangement)) return null
  return { task: { ...task, arrangement }, reason }
}
