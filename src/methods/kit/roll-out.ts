import type { RolloutRequest } from '../../contracts/messages/rollouts.ts'
import { batchOf, playedGroups, type PlannedGroup, type PlayedGroup } from '../../rollout/groups.ts'
import { invalidCounts, invalidWarnings, requireValid } from '../../rollout/invalid.ts'
import type { Collected, Lab } from '../method.ts'

/** Groups that were rolled out, with all that was played of them. */
export interface RolledOut extends Pick<Collected, 'batch' | 'warnings'> {
  /** In the order planned. */
  readonly played: readonly PlayedGroup[]
}

/**
 * Rolls out the episodes of all groups at once.
 *
 * @param check examines the groups' episodes before anything is counted, e.g. runs tests.
 * @throws {InvalidShareError} if a larger share is invalid than the configuration allows.
 */
export async function rollOut(
  { rollouts, config, timed }: Lab,
  planned: readonly PlannedGroup[],
  requests: readonly RolloutRequest[],
  check: (played: readonly PlayedGroup[]) => Promise<readonly PlayedGroup[]> = played => Promise.resolve(played),
): Promise<RolledOut> {
  const { played, invalid: broken } = await timed('rollout', async () => {
    const rolledOut = await rollouts.play(requests)
    return { played: await check(playedGroups(planned, rolledOut.rollouts)), invalid: rolledOut.invalid }
  })
  const batch = batchOf(played, broken)
  const invalid = invalidCounts(batch)
  requireValid(invalid, config.supervision.invalidShare)
  return { played, batch, warnings: invalidWarnings(invalid) }
}
