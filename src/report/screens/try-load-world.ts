import type { RunConfig } from '../../config/config.ts'
import { environmentSource } from '../../config/environment-source.ts'
import { reasonOf } from '../../contracts/failure.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { loadWorld } from '../../rollout/load-world.ts'

/**
 * The world of a run; `null` if it cannot be loaded here, as a user's world on another machine.
 *
 * @param missing called with the reason it could not be loaded.
 */
export async function tryLoadWorld(
  environment: RunConfig['environment'],
  missing: (reason: string) => void = () => undefined,
): Promise<World | null> {
  try {
    return await loadWorld(environmentSource(environment))
  } catch (error) {
    missing(reasonOf(error))
    return null
  }
}

/** The task in one sentence; `null` where the world is not at hand, or it is none of its tasks. */
export function goalOf(world: World | null, task: unknown): string | null {
  try {
    return world && world.describe(world.parseTask(task))
  } catch {
    return null
  }
}
