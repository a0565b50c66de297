/** Unit tests: those generated for a task are run on all programs of its group, and rewarded for telling them apart. */
import type { UnitTesting } from '../../contracts/worlds/environment.ts'
import { rolloutsOf } from '../../rollout/groups.ts'
import type { RewardModelKind } from '../reward-model-kind.ts'
import { criticiseByTests } from './criticise.ts'
import { testQuality } from './quality.ts'
import { runTestsOfGroups } from './run-tests.ts'
import { unitTestTallies } from './tallies.ts'

export const unitTestKind = (unitTesting: UnitTesting<unknown>): RewardModelKind => ({
  name: 'unit-tests',
  runTests: runTestsOfGroups,
  criticise: group => criticiseByTests(rolloutsOf(group), group.passes ?? []),
  balancesClasses: false,
  noAdvantageReason: 'no correct program',
  quality: groups => testQuality(groups, isTest(unitTesting)),
  probeQuality: groups => ({ ...testQuality(groups, isTest(unitTesting)), tallies: unitTestTallies(groups) }),
  probeEpisodes: ({ tasks }) => tasks.episodes,
})

const isTest =
  (unitTesting: UnitTesting<unknown>) =>
  (text: string): boolean =>
    unitTesting.parseTest(text) !== null
