/** Tasks of a split, each proved to be won by the expert. */
import type { Split } from '../../../src/contracts/worlds/environment.ts'
import type { Random } from '../../../src/math/random.ts'
import { gameOf } from '../games/games.ts'
import { isWonByExpert } from './expert.ts'
import type { GridSettings } from '../tasks/options.ts'
import { gridSplit, type GridTask } from '../tasks/task.ts'

/** A task is drawn again so often before a split is given up. */
const attempts = 20_000

/** @throws {RangeError} if there is no such task: e.g. where steps are too few for any. */
export function generateGridTask(settings: GridSettings, split: Split, random: Random): GridTask {
  const game = random.pick(settings.games)
  const { draw, steps, edited, distance } = gameOf({ game })
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const board = draw(random, settings)
    if (board === null) continue
    const task = { game, board, limit: settings.steps ?? steps }
    if (gridSplit(task) !== split) continue
    const length = edited === null ? null : distance(board, task.limit)
    if (length !== null && (length < settings.least || length > task.limit)) continue
    if (isWonByExpert(task)) return task
  }
  throw new RangeError(`no ${game} of the split ${split} can be won within its steps: ${attempts} were drawn`)
}
