/** Tasks of a split, each of which the expert wins. */
import type { Split } from '../../../src/contracts/worlds/environment.ts'
import type { Random } from '../../../src/math/random.ts'
import { teamGameOf } from '../games/games.ts'
import { isBoardGame, type TeamSettings } from '../tasks/options.ts'
import { teamSplit, type TeamTask } from '../tasks/task.ts'

/** A task is drawn again so often before a split is given up. */
const attempts = 20_000

/** @throws {RangeError} if there is no such task: e.g. where turns are too few for any, or without obstacles only one layout exists. */
export function generateTeamTask(settings: TeamSettings, split: Split, random: Random): TeamTask {
  const game = random.pick(settings.games.filter(isBoardGame))
  const { draw, distance } = teamGameOf({ game })
  const { turns, parts, least } = settings
  let ofSplit = 0
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const board = draw(random, settings)
    if (board === null) continue
    const task = { game, board, turns, parts }
    if (teamSplit(task) !== split) continue
    ofSplit += 1
    const length = distance(board, turns * parts)
    if (length >= least && length <= turns * parts) return task
  }
  throw new RangeError(
    `no ${game} of the split ${split} takes ${least} to ${turns * parts} parts: of ${attempts} draws ${ofSplit} are of that split`,
  )
}
