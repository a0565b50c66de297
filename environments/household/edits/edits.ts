/** Tasks made from tasks: one change at a time, each known to make things harder or easier. */
import type { Direction, Edit } from '../../../src/contracts/worlds/environment.ts'
import type { Random } from '../../../src/math/random.ts'
import { editGoal, goalEdits, type GoalChange } from './edit-goal.ts'
import { editRoom, roomEdits } from './edit-room.ts'
import { hintPhrase } from '../expert/language.ts'
import { goalSentence } from '../play/goal.ts'
import { compiled } from '../play/compile.ts'
import type { HouseholdTask } from '../tasks/task.ts'

/** The kinds of edit that go each way, in a fixed order. `paper-goal` goes either way. */
const directions: Readonly<Record<Direction, readonly string[]>> = {
  harder: [
    'longer-goal',
    'rarer-thing',
    'hidden-thing',
    'more-places',
    'closed-destination',
    'hide-target',
    'remove-copy',
    'add-receptacle',
    'add-distractor',
    'remove-hint',
    'paper-goal',
  ],
  easier: [
    'shorter-goal',
    'commoner-thing',
    'visible-thing',
    'fewer-places',
    'open-destination',
    'show-target',
    'add-copy',
    'remove-receptacle',
    'remove-distractor',
    'add-hint',
    'paper-goal',
  ],
}

export const householdEditNames = (direction: Direction): readonly string[] => directions[direction]

/**
 * One candidate of the named kind, `null` if it does not apply. Its sentence says the goal that is scored.
 * @throws {RangeError} if there is no such kind of edit.
 */
export function editHouseholdTask(task: HouseholdTask, name: string, random: Random): Edit<HouseholdTask> | null {
  const change = goalEdits.includes(name)
    ? editGoal(task, name, random)
    : roomEdits.includes(name)
      ? editRoom(task, name, random)
      : editHint(task, name)
  if (change === null) return null
  const hinted = name === 'add-hint' || (name !== 'remove-hint' && isHinted(task))
  const edited = { ...change.task, sentence: tell(task, change.task, hinted, random) }
  return isHinted(edited) === hinted ? { task: edited, name, reason: change.reason } : null
}

const isHinted = ({ sentence }: HouseholdTask): boolean => sentence.includes(`, ${hintPhrase} `)

function editHint(task: HouseholdTask, name: string): GoalChange | null {
  if (name !== 'add-hint' && name !== 'remove-hint')
    throw new RangeError(`no edit named ${name}: there are ${[...directions.harder, ...directions.easier].join(', ')}`)
  if (isHinted(task) === (name === 'add-hint')) return null
  return {
    task,
    reason: name === 'add-hint' ? 'The task now says where to look.' : 'The task no longer says where to look.',
  }
}

/** The sentence of an edited task: worded as before where it was ours, with a hint that is true of the room as it is. */
function tell(before: HouseholdTask, after: HouseholdTask, hinted: boolean, random: Random): string {
  const wording = ([0, 1] as const).find(choice => before.sentence.startsWith(goalSentence(before.goal, choice)))
  const goal = goalSentence(after.goal, wording ?? (random.integer(2) === 0 ? 0 : 1))
  const where = hinted ? hintedReceptacle(after) : null
  return where === null ? goal : `${goal}, ${hintPhrase} ${where}`
}

/** The name of a receptacle that holds a thing of the kind wanted; `null` if none does. */
function hintedReceptacle(task: HouseholdTask): string | null {
  const { contents, goalThings, receptacleNames } = compiled(task)
  const receptacle = contents.findIndex(inside => inside.some(o => goalThings.includes(o)))
  return receptacleNames[receptacle] ?? null
}
