/** Unit tests: those generated for a task are run on all programs of its group, and rewarded for telling them apart. */
import type { UnitTesting } from '../../contracts/worlds/environment.ts'
import { rolloutsOf } from '../../rollout/groups.ts'
import { onBoth } from '../measures.ts'
import type { RewardModelKind } from '../reward-model-kind.ts'
import { criticiseByTests } from './criticise.ts'
import { testQuality } from './quality.ts'
import { runTestsOfGroups } from './run-tests.ts'
import { unitTestMeasures } from './measures.ts'
import { unitTestRatios, unitTestTallies } from './tallies.ts'

export const unitTestKind = (unitTesting: UnitTesting<unknown>): RewardModelKind => ({
  name: 'unit-tests',
  runTests: runTestsOfGroups,
  criticise: group => criticiseByTests(rolloutsOf(group), group.passes ?? []),
  balancesClasses: false,
  noAdvantageReason: 'no correct program',
  measures: onBoth(unitTestMeasures),
  quality: groups => testQuality(groups, isTest(unitTesting)),
  ratios: groups => {
    const tallies = unitTestTallies(groups)
    return Object.fromEntries(Object.entries(unitTestRatios).map(([name, ratios]) => [name, ratios(tallies)]))
  },
  probeEpisodes: ({ tasks }) => tasks.episodes,
})

const isTest =
  (unitTesting: UnitTesting<unknown>) =>
  (text: string): boolean =>
    unitTesting.parseTest(text) !== null
