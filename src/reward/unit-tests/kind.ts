/** Judging by unit tests: those written for a task are tried on all programs of its group, and are right by what they tell apart. */
import type { UnitTesting } from '../../contracts/environment.ts'
import { paperOfPrograms } from '../../methods/rlanything/formulation/paper.ts'
import { criticiseByTests } from '../../curriculum/criticise.ts'
import { unitTestExamples } from '../../methods/warm-start/unit-test-examples.ts'
import { rolloutsOf } from '../../rollout/groups.ts'
import { runTestsOfGroups } from './run-tests.ts'
import { creditTests } from './credit.ts'
import { testQuality } from './quality.ts'
import type { RewardModelKind } from '../reward-model-kind.ts'

export const unitTests = (unitTesting: UnitTesting<unknown>): RewardModelKind => ({
  defaultFormulation: paperOfPrograms,
  runTests: runTestsOfGroups,
  credit: creditTests,
  criticise: group => criticiseByTests(rolloutsOf(group), group.passes ?? []),
  balancesClasses: false,
  noAdvantageReason: 'no correct program',
  quality: groups => testQuality(groups, text => unitTesting.parseTest(text) !== null),
  probeEpisodes: ({ tasks }) => tasks.episodes,
  sftExamples: unitTestExamples(unitTesting),
})
