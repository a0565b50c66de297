/** The games on boards, by name. */
import type { TeamGame } from './game.ts'
import { planPath } from './plan-path.ts'
import { teamSokoban } from './sokoban.ts'
import { teamSudoku } from './sudoku.ts'

export const teamGameNames = ['plan-path', 'sokoban', 'sudoku'] as const
export type TeamGameName = (typeof teamGameNames)[number]

const games: Readonly<Record<TeamGameName, TeamGame>> = {
  'plan-path': planPath,
  sokoban: teamSokoban,
  sudoku: teamSudoku,
}

export const teamGameOf = ({ game }: { readonly game: TeamGameName }): TeamGame => games[game]
