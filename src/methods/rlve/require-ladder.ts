import type { Ladder } from '../../contracts/worlds/environment.ts'
import type { MethodOptions } from '../method.ts'

/** @throws {RangeError} if the world has no levels of difficulty, or the run brings tasks, which are never played. */
export function requireLadder({
  config,
  world: { name, ladder },
}: Pick<MethodOptions, 'config' | 'world'>): Ladder<unknown> {
  if (ladder === undefined)
    throw new RangeError(`the method rlve draws tasks by level of difficulty, and ${name} has no ladder`)
  if (config.tasks.file !== null)
    throw new RangeError(`the method rlve draws its own tasks: leave tasks.file out, got ${config.tasks.file}`)
  return ladder
}
