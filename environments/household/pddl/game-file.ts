/** A task as ALFWorld's `game.tw-pddl`, which TextWorld plays. */
import type { HouseholdTask } from '../tasks/task.ts'
import { toProblem } from './pddl.ts'

/** Files of the Python package `alfworld` that each of its games repeats; they are not part of this one. */
export interface GameRules {
  /** The text of `alfred.pddl`. */
  readonly domain: string
  /** The text of `alfred.twl2`. */
  readonly grammar: string
}

/** Placeholder in the grammar for the sentence of the task. */
const unknownGoal = 'UNKNOWN GOAL'

/**
 * @param walkthrough commands that win it; nothing in the engine depends on them.
 * @throws {RangeError} if the grammar has no place for the task's sentence.
 */
export function toGame(
  task: HouseholdTask,
  { domain, grammar }: GameRules,
  walkthrough: readonly string[] = [],
): string {
  if (!grammar.includes(unknownGoal)) throw new RangeError(`grammar must have a place for the task, ${unknownGoal}`)
  return JSON.stringify({
    pddl_domain: domain,
    grammar: grammar.replace(unknownGoal, () => task.sentence),
    pddl_problem: toProblem(task),
    solvable: true,
    walkthrough,
  })
}
