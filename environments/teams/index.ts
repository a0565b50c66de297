/** Teams: games that two agents play together, each turn one of them. See README.md. */
import type { Environment } from '../../src/contracts/worlds/environment.ts'
import type { CodeTeamState } from './code/play.ts'
import type { CodeTeamTask } from './code/task.ts'
import { codeTeam } from './code/world.ts'
import { teamGameOf } from './games/games.ts'
import { generateTeamTask } from './play/generate.ts'
import { teamLanguage } from './language.ts'
import { isForCode, teamSettings, type TeamOptions } from './tasks/options.ts'
import { bestList, isWonByTeam, labelList, someLists } from './play/expert.ts'
import { agentOf, agents, begun, observationOf, played, type TeamState } from './play/play.ts'
import { parseTeamTask } from './tasks/parse.ts'
import type { TeamTask } from './tasks/task.ts'

/**
 * The games of a tool and a planner, on boards.
 *
 * @throws {RangeError} if an option is unknown or out of range, or the game is code: that is `codeTeam`.
 */
export function teams(options: TeamOptions = {}): Environment<TeamTask, TeamState> {
  const settings = teamSettings(options)
  if (isForCode(settings.games)) throw new RangeError('games must be on boards, got ["code"]')
  return {
    name: 'teams',
    language: teamLanguage,
    generate: (split, random) => generateTeamTask(settings, split, random),
    parseTask: parseTeamTask,
    describe: task => teamGameOf(task).goal,
    stepLimit: ({ turns }) => agents.length * turns,
    start: task => ({ state: begun(task), observation: observationOf(begun(task)) }),
    step: played,
    turns: { agents, next: agentOf },
    admissible: someLists,
    expert: bestList,
    label: labelList,
    editNames: () => [],
    edit: () => null,
    valid: isWonByTeam,
  }
}

/** The world of either kind, by its options. @throws {RangeError} if an option is unknown or out of range. */
export default function teamsOrCode(
  options: TeamOptions = {},
): Environment<TeamTask, TeamState> | Environment<CodeTeamTask, CodeTeamState> {
  return isForCode(teamSettings(options).games) ? codeTeam(options) : teams(options)
}

export { codeTeam }
export { optionsSchema } from './tasks/options.ts'
export type { CodeTeamState, CodeTeamTask, TeamOptions, TeamState, TeamTask }
