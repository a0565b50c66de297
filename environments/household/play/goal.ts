/** The goal: its wording and when it is reached. */
import { carries, contentsOf, marks, receptaclesHere, type HouseholdState } from './state.ts'
import { compiled } from './compile.ts'
import type { Treatment } from './step.ts'
import type { Goal, GoalKind } from '../tasks/task.ts'

/** Both wordings of each kind of goal, as the original's templates. */
const wordings: Readonly<Record<GoalKind, readonly [string, string]>> = {
  pick_and_place_simple: ['put a {o} in {r}', 'put some {o} on {r}'],
  look_at_obj_in_light: ['look at {o} under the {r}', 'examine the {o} with the {r}'],
  pick_clean_then_place_in_recep: ['put a clean {o} in {r}', 'clean some {o} and put it in {r}'],
  pick_heat_then_place_in_recep: ['put a hot {o} in {r}', 'heat some {o} and put it in {r}'],
  pick_cool_then_place_in_recep: ['put a cool {o} in {r}', 'cool some {o} and put it in {r}'],
  pick_two_obj_and_place: ['put two {o} in {r}', 'find two {o} and put them in {r}'],
}

/** The task sentence; always built from the goal that is scored. */
export function goalSentence(goal: Goal, wording: 0 | 1): string {
  return wordings[goal.kind][wording].replace('{o}', goal.thing.toLowerCase()).replace('{r}', goal.place.toLowerCase())
}

/** What must be done to a thing before it is placed, and the mark that says it is done; `null` for nothing. */
export function neededTreatment(kind: GoalKind): { readonly treatment: Treatment; readonly mark: number } | null {
  switch (kind) {
    case 'pick_clean_then_place_in_recep':
      return { treatment: 'clean', mark: marks.clean }
    case 'pick_heat_then_place_in_recep':
      return { treatment: 'heat', mark: marks.hot }
    case 'pick_cool_then_place_in_recep':
      return { treatment: 'cool', mark: marks.cool }
    default:
      return null
  }
}

/** Whether the goal holds in this state; later actions can undo it. */
export function isWon(state: HouseholdState): boolean {
  const world = compiled(state.task)
  if (world.goal.kind === 'look_at_obj_in_light') {
    if (state.held < 0 || world.kinds[state.held] !== world.goal.thing) return false
    return receptaclesHere(state).some(r =>
      contentsOf(state, r).some(o => world.kinds[o] === world.goal.place && carries(state, o, marks.toggled)),
    )
  }
  const mark = neededTreatment(world.goal.kind)?.mark ?? 0
  const wanted = world.goal.kind === 'pick_two_obj_and_place' ? 2 : 1
  for (const receptacle of world.goalReceptacles) {
    let count = 0
    for (const o of contentsOf(state, receptacle)) {
      if (world.kinds[o] === world.goal.thing && carries(state, o, mark)) count += 1
    }
    if (count >= wanted) return true
  }
  return false
}
