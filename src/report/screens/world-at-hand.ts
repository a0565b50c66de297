import type { RunConfig } from '../../config/config.ts'
import { environmentSource } from '../../config/environment-source.ts'
import { reasonOf } from '../../contracts/failure.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { loadWorld } from '../../rollout/load-world.ts'

/**
 * The world of a run; a run is read where it may not be at hand, as one of the user's own: then it goes without.
 *
 * @param missing called with the reason, if there is none.
 */
export async function worldAtHand(
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
