import test from 'ava'
import fc from 'fast-check'
import type { Note, Rollout } from '../../../src/contracts/episode.ts'
import { rolloutsOf } from '../../../src/rollout/groups.ts'
import { verdictKind } from '../../../src/reward/verdicts/kind.ts'
import { verdictQuality } from '../../../src/reward/verdicts/measure.ts'
import { verdictRatios, verdictTallies } from '../../../src/reward/verdicts/tallies.ts'
import { sumOfRatios } from '../../../src/statistics/ratio-difference.ts'
import { present } from '../../fixtures/present.ts'
import { votedEpisode, member, playedGroups } from '../../run/rollout-arbitraries.ts'

/** With three votes on every step that has any. */
const evenly = (rollout: Rollout): Rollout => ({
  ...rollout,
  notes: {
    rewardModel: (rollout.notes['rewardModel'] ?? []).map((step): Note => {
      if (step.kind !== 'verdicts') return step
      const [first] = step.verdicts
      return { ...step, verdicts: [...step.verdicts, present(first), present(first)].slice(0, 3) }
    }),
  },
})

test('a measure of votes is what its tallies give, and without them it stays as it is', t => {
  fc.assert(
    fc.property(playedGroups, groups => {
      const even = groups.map(group => ({
        ...group,
        members: group.members.map(({ key, rollout }) => ({ key, rollout: evenly(rollout) })),
      }))
      const quality = verdictQuality(even.flatMap(rolloutsOf), 0.3)
      t.deepEqual(verdictKind.quality(even, 0.3), quality)
      t.deepEqual(Object.keys(verdictKind.ratios(even)), Object.keys(verdictRatios))
      for (const [name, ratios] of Object.entries(verdictKind.ratios(even))) {
        const [given, measured] = [sumOfRatios(ratios), quality[name as keyof typeof verdictRatios]]
        if (given === null || measured === null) t.is(given, measured, name)
        else t.true(Math.abs(given - measured) < 1e-12, name)
      }
    }),
  )
})

test('tallies of votes are of the tasks, in their order, 0 of one that was not played', t => {
  const won = member(
    votedEpisode({
      won: true,
      votes: [
        [1, 1, -1],
        [0, -1, -1],
      ],
    }),
    0,
    0,
  )
  const lost = member(votedEpisode({ won: false, good: false, votes: [[-1, -1, 1]] }), 2, 0)
  const groups = [[won], [], [lost, lost]].map(members => ({ task: null, members, passes: null }))
  t.deepEqual(verdictTallies(groups), {
    good: [2, 0, 0],
    goodRight: [1, 0, 0],
    bad: [0, 0, 2],
    badRight: [0, 0, 2],
    episodes: [1, 0, 2],
    outcomeRight: [0, 0, 2],
    wonVotes: [6, 0, 0],
    wonPlus: [2, 0, 0],
    lostVotes: [0, 0, 6],
    lostMinus: [0, 0, 4],
  })
})
