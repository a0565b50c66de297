/** Fresh tasks: an arrangement of the split, a desk, and verifiers that an expert satisfies in time. */
import type { Split } from '../../../src/contracts/worlds/environment.ts'
import { derive, randomFrom, rootKey, type Random } from '../../../src/math/random.ts'
import { beginDesk, playAction } from '../kernel/play.ts'
import { expertAction } from '../expert/label.ts'
import { depths, type DeskChoices } from './options.ts'
import { drawArrangement, isUnseenArrangement, type Arrangement } from '../tasks/arrangement.ts'
import { isGranted, predicatesOf, type DeskTask } from '../tasks/task.ts'
import { initialData } from './initial-data.ts'
import { areCompatible, drawVerifier, lengthOf } from './verifier.ts'

/** Arrangements that training sees, and of how many tasks in them one is kept for `seen`. */
const trainArrangements = 200
const keptTasks = 8

/** So many that a split of one draw in eight is never missed. */
const maxDraws = 1000

/** Verifiers made for a task, of which one counts. */
const verifiersMade = 3

/**
 * A task of a split: `unseen` has arrangements that the others never have; tasks of `seen` have those of `train`, with
 * other desks.
 *
 * @throws {RangeError} if a thousand draws give no task of the split that the expert wins.
 */
export function generateDeskTask(choices: DeskChoices, split: Split, random: Random): DeskTask {
  for (let attempt = 0; attempt < maxDraws; attempt += 1) {
    const task = drawTask(choices, split, random)
    if (task !== null && isOfSplit(task, split) && isWinnable(task)) return task
  }
  throw new RangeError(`no desk task that can be won in ${maxDraws} draws with ${JSON.stringify(choices)}`)
}

/** Whether every verifier asks for something, and the expert satisfies the one that counts within the step limit. */
export function isWinnable(task: DeskTask): boolean {
  const predicates = predicatesOf(task)
  if (predicates.length === 0 || !areCompatible(task, predicates)) return false
  let { state } = beginDesk(task, 'changes')
  for (let step = 0; step < task.stepLimit; step += 1) {
    const action = expertAction(state, 'words')
    if (action === null) return false
    state = playAction(state, action, 'changes').state
    if (isGranted(task, state.data)) return true
  }
  return false
}

/** Steps allowed for a plan of so many. */
export const stepLimitFor = (length: number): number => Math.ceil(1.4 * length) + 2

function drawTask({ depths: wanted, hint }: DeskChoices, split: Split, random: Random): DeskTask | null {
  const depth = depths[random.pick(wanted)]
  const empty: DeskTask = {
    arrangement: arrangementOf(split, random),
    data: initialData(random),
    verifiers: [[]],
    verifier: 0,
    hint,
    stepLimit: 1,
  }
  const verifiers = Array.from({ length: verifiersMade }, () => drawVerifier(empty, depth, random))
  const made = verifiers.filter(predicates => predicates !== null)
  if (made.length < verifiersMade) return null
  const task = { ...empty, verifiers: made }
  return { ...task, stepLimit: stepLimitFor(lengthOf(task)) }
}

/** Its number in the pool is the only thing drawn, so that arrangements come back. */
function arrangementOf(split: Split, random: Random): Arrangement {
  const isUnseen = split === 'unseen'
  const number = random.integer(isUnseen ? 10_000 : trainArrangements)
  const draws = randomFrom(derive(rootKey(0), 'desk', isUnseen ? 'unseen' : 'train', number))
  for (;;) {
    const arrangement = drawArrangement(draws)
    if (isUnseenArrangement(arrangement) === isUnseen) return arrangement
  }
}

const isOfSplit = (task: DeskTask, split: Split): boolean =>
  split === 'unseen' || isKept(JSON.stringify([task.data, predicatesOf(task)])) === (split === 'seen')

const isKept = (text: string): boolean => randomFrom(derive(rootKey(0), 'desk task', text)).integer(keptTasks) === 0
