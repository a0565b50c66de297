import type { PlayedGroup } from '../../rollout/groups.ts'
import type { RlanythingLab } from './lab.ts'

/** The groups with the results of the tests that the reward model wrote for them, where it writes tests. */
export async function runTests(
  { client, config, judging }: Pick<RlanythingLab, 'client' | 'config' | 'judging'>,
  groups: readonly PlayedGroup[],
): Promise<readonly PlayedGroup[]> {
  const tested = await judging.runTests({ client, threads: config.environment.threads }, groups)
  return groups.map((group, index) => ({ ...group, ...tested[index] }))
}
