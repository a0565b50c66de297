import type { Pause } from '../../../contracts/models/device.ts'
import type { Rectangle } from '../model/pack.ts'
import type { Replica } from './replica.ts'
import { together } from './together.ts'
import { nth } from '../../../math/nth.ts'

/**
 * Has each replica do its rectangle of every round, and pauses between rounds.
 *
 * @param rounds as `rounds` of pack.ts makes them for these replicas.
 * @returns the results of the rectangles, round by round.
 */
export async function inRounds<T>(
  rounds: readonly (readonly Rectangle[])[],
  replicas: readonly Replica[],
  pause: Pause,
  work: (replica: Replica, members: readonly number[]) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = []
  for (const [index, round] of rounds.entries()) {
    if (index > 0) await pause()
    results.push(
      ...(await together(
        round.map(
          ({ members }, place) =>
            () =>
              work(nth(replicas, place), members),
        ),
      )),
    )
  }
  return results
}
