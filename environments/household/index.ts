/** The household: ALFWorld's text game, in rooms of any size. See README.md. */
import type { Environment } from '../../src/contracts/worlds/environment.ts'
import { admissibleCommands } from './play/admissible.ts'
import { householdEditNames, editHouseholdTask } from './edits/edits.ts'
import { householdProposals } from './edits/proposals.ts'
import { expertCommand, labelStep } from './expert/expert.ts'
import { generateHouseholdTask, isSolvable } from './generation/generate.ts'
import { isWon } from './play/goal.ts'
import { householdLanguage } from './expert/language.ts'
import { householdSettings, type HouseholdOptions } from './generation/options.ts'
import { parseHouseholdTask } from './tasks/parse.ts'
import { initialState, situationOf, type HouseholdState } from './play/state.ts'
import { play } from './play/step.ts'
import type { HouseholdTask } from './tasks/task.ts'
import { householdPrompts } from './prompts.ts'
import { openingText } from './play/text.ts'

/** @throws {RangeError} if an option is unknown or out of range. */
export function household(options: HouseholdOptions = {}): Environment<HouseholdTask, HouseholdState> {
  const chosen = householdSettings(options)
  const { dialect } = chosen
  return {
    name: 'household',
    language: householdLanguage,
    generate: (split, random) => generateHouseholdTask(chosen, split, random),
    parseTask: parseHouseholdTask,
    describe: task => task.sentence,
    stepLimit: task => task.stepLimit,
    start: task => {
      const state = initialState(task)
      return { state, observation: openingText(state) }
    },
    step: (state, action) => {
      const { state: next, said } = play(state, action, dialect)
      return { state: next, observation: said, won: isWon(next) }
    },
    situation: situationOf,
    admissible: state => admissibleCommands(state, dialect),
    expert: state => expertCommand(state, dialect),
    label: (state, action) => labelStep(state, action, dialect),
    editNames: householdEditNames,
    edit: (task, name, random) => editHouseholdTask(task, name, random),
    valid: task => isSolvable(task, dialect),
    prompts: householdPrompts(dialect),
    proposals: householdProposals,
  }
}

export default household
export { optionsSchema } from './generation/options.ts'
export { toGame, type GameRules } from './pddl/game-file.ts'
export { fromGame, toProblem } from './pddl/pddl.ts'
export type { HouseholdOptions, HouseholdState, HouseholdTask }
export type { Dialect } from './play/step.ts'
export type { Goal, GoalKind, HouseholdRoom, Receptacle, Thing } from './tasks/task.ts'
