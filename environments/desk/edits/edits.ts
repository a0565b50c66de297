/** Tasks made from tasks: one change at a time, each known to make things harder or easier. */
import type { Direction, Edit } from '../../../src/contracts/worlds/environment.ts'
import type { Random } from '../../../src/math/random.ts'
import { stepLimitFor } from '../generation/generate.ts'
import { areCompatible, lengthOf } from '../generation/verifier.ts'
import { predicatesOf, type DeskTask } from '../tasks/task.ts'
import { deskEdits, isDeskEdit, type DeskEditName } from './directions.ts'
import { moveCommands, rewordLabels } from './edit-arrangement.ts'
import { addPredicate, changeHint, dropPredicate, switchVerifier, type DeskChange } from './edit-goal.ts'
import { addItems, addSimilarMails, removeItems, removeSimilarMails } from './edit-items.ts'

export const deskEditNames = (direction: Direction): readonly string[] => deskEdits[direction]

/**
 * One candidate of the named kind, `null` if it does not apply; its step limit fits its plan.
 *
 * @throws {RangeError} if there is no such kind of edit.
 */
export function editDeskTask(task: DeskTask, name: string, random: Random): Edit<DeskTask> | null {
  if (!isDeskEdit(name))
    throw new RangeError(`no edit named ${name}: there are ${[...deskEdits.harder, ...deskEdits.easier].join(', ')}`)
  const change = changed(task, name, random)
  if (change === null || !areCompatible(change.task, predicatesOf(change.task))) return null
  return { task: { ...change.task, stepLimit: stepLimitFor(lengthOf(change.task)) }, name, reason: change.reason }
}

function changed(task: DeskTask, name: DeskEditName, random: Random): DeskChange | null {
  switch (name) {
    case 'switch-to-longer':
    case 'switch-to-shorter':
      return switchVerifier(task, name === 'switch-to-longer', random)
    case 'drop-hint':
      return changeHint(task, -1)
    case 'add-hint':
      return changeHint(task, 1)
    case 'add-predicate':
      return addPredicate(task, random)
    case 'drop-predicate':
      return dropPredicate(task, random)
    case 'hide-commands':
    case 'show-commands':
      return moveCommands(task, name === 'hide-commands')
    case 'rarer-labels':
    case 'commoner-labels':
      return rewordLabels(task, name === 'rarer-labels', random)
    case 'more-items':
      return addItems(task, random)
    case 'fewer-items':
      return removeItems(task, random)
    case 'similar-names':
      return addSimilarMails(task, random)
    case 'distinct-names':
      return removeSimilarMails(task)
  }
}
