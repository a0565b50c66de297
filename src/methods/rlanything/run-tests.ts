import type { PlayedGroup } from '../../rollout/groups.ts'
import type { RlanythingLab } from './lab.ts'

/** The groups with the results of the tests that the reward model wrote for them, where it writes tests. */
export async function runTests(
  { client, judging }: Pick<RlanythingLab, 'client' | 'judging'>,
  groups: readonly PlayedGroup[],
): Promise<readonly PlayedGroup[]> {
  const tested = await judging.runTests(client, groups)
  return groups.map((group, index) => ({ ...group, ...tested[index] }))
}
