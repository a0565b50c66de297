/** Code: a tester and a coder over the tasks of the world coding. */
import type { Environment } from '../../../src/contracts/worlds/environment.ts'
import { generateCodingTask } from '../../coding/generation/generate.ts'
import { isValid } from '../../coding/generation/valid.ts'
import { describe } from '../../coding/prompts/wording.ts'
import { teamSettings, type TeamOptions } from '../tasks/options.ts'
import { codeExpert, someCode } from './expert.ts'
import { codeTeamLanguage } from './language.ts'
import {
  codeAgentOf,
  codeAgents,
  codeBegun,
  codeCheck,
  codeObservation,
  codePlayed,
  labelInCode,
  type CodeTeamState,
} from './play.ts'
import { parseCodeTeamTask, type CodeTeamTask } from './task.ts'

/**
 * @param options of which `turns` and `coding` count.
 * @throws {RangeError} if an option is unknown or out of range.
 */
export function codeTeam(options: TeamOptions = {}): Environment<CodeTeamTask, CodeTeamState> {
  const { turns, coding } = teamSettings(options)
  return {
    name: 'teams',
    language: codeTeamLanguage,
    generate: (split, random) => ({ game: 'code', asked: generateCodingTask(coding, split, random), turns }),
    parseTask: parseCodeTeamTask,
    describe: ({ asked }) => describe(asked),
    stepLimit: task => codeAgents.length * task.turns,
    start: task => ({ state: codeBegun(task), observation: codeObservation(codeBegun(task), null) }),
    step: codePlayed,
    turns: { agents: codeAgents, next: codeAgentOf },
    executionCheck: codeCheck,
    admissible: someCode,
    expert: codeExpert,
    label: labelInCode,
    editNames: () => [],
    edit: () => null,
    valid: ({ asked }) => isValid(asked),
  }
}
