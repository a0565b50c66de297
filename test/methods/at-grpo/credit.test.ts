/** Laws of the groups and advantages of AT-GRPO, each with a planted fault that it catches. */
import test from 'ava'
import fc from 'fast-check'
import type { EpisodeStep, Rollout } from '../../../src/contracts/episode.ts'
import { bySameHistory } from '../../../src/learning/segments/groupers.ts'
import type { SegmentGroup } from '../../../src/learning/segments/segment.ts'
import { atGrpoSettings, type AtGrpoOptions } from '../../../src/methods/at-grpo/settings.ts'
import { teamCredit, type TeamCredit } from '../../../src/methods/at-grpo/credit.ts'
import { playersOf } from '../../../src/methods/at-grpo/players.ts'
import { bestOf } from '../../../src/rollout/episode/candidates.ts'
import { weightedReward } from '../../../src/rollout/episode/weighted-reward.ts'
import { present } from '../../fixtures/present.ts'
import { nth } from '../../../src/math/nth.ts'

const options = (given: Partial<AtGrpoOptions> = {}): AtGrpoOptions => ({
  ...atGrpoSettings.methodOptions.parse({}),
  ...given,
})
const K = options().candidates
const none = { tokens: new Int32Array(0), logprobs: new Float32Array(0), version: 0, label: null }
const worth = fc.record({
  reward: fc.integer({ min: -3, max: 3 }),
  localReward: fc.integer({ min: -3, max: 3 }),
  score: fc.constant(0),
  won: fc.constant(false),
})
const turn = fc
  .record({
    agent: fc.constantFrom('tool', 'plan'),
    context: fc.nat(99),
    observation: fc.nat(3).map(String),
    worths: fc.array(worth, { minLength: K, maxLength: K }),
  })
  .map(({ agent, context, observation, worths }): EpisodeStep => {
    const chosen = bestOf(worths, { team: 1, local: 1 })
    const candidates = worths.map((each, index) => ({
      ...none,
      ...each,
      action: String(index),
      chosen: index === chosen,
    }))
    const { reward, localReward } = nth(candidates, chosen)
    return {
      ...none,
      agent,
      context: Int32Array.of(context),
      observation,
      action: String(chosen),
      reward,
      localReward,
      candidates,
    }
  })
const rollout = fc.array(turn, { minLength: 1, maxLength: 6 }).map((steps): Rollout => ({
  episode: { id: '', opening: 'begin', steps, won: false, score: 0, ending: 'truncated' },
  notes: {},
}))
const team = fc.array(rollout, { minLength: 1, maxLength: 4 }).map(rollouts => ({
  members: rollouts.map((each, episode) => ({ key: { use: 'train', iteration: 1, slot: 0, episode }, rollout: each })),
}))

/** A law of credit; throws where it is broken. */
type CreditLaw = (credit: TeamCredit) => void

const contextOf = ({ trees }: TeamCredit, { rollout: at, from }: { rollout: number; from: number }) => {
  const { agent, context } = nth(nth(trees, at).rollout.episode.steps, from)
  return `${at} ${from} ${agent} ${String(context)}`
}
const must = (holds: boolean, message: string): void => {
  if (!holds) throw new Error(message)
}

const sameObservation: CreditLaw = credit => {
  for (const { members } of credit.groups)
    must(new Set(members.map(member => contextOf(credit, member))).size === 1, 'members of a group read other things')
}
const exactSize: CreditLaw = ({ groups }) => {
  for (const { members } of groups) must(members.length === K, `a group has ${members.length} members`)
}
const zeroMean: CreditLaw = ({ groups, trees }) => {
  for (const { members } of groups) {
    const own = members.map(({ rollout: at, from, candidate = 0 }) =>
      present(nth(nth(trees, at).advantages, from)[candidate]),
    )
    must(Math.abs(own.reduce((sum, each) => sum + each, 0)) < 1e-9, 'the advantages of a group do not add up to 0')
    const square = own.reduce((sum, each) => sum + each ** 2, 0) / own.length
    must(square < 1e-9 || Math.abs(square - 1) < 1e-9, `they have a variance of ${square}`)
  }
}
const everyCandidateOnce: CreditLaw = ({ groups, trees }) => {
  const counted = groups.flatMap(({ members }) =>
    members.map(({ rollout: at, from, candidate }) => `${at} ${from} ${candidate}`),
  )
  const wanted = trees.reduce((sum, each) => sum + each.rollout.episode.steps.length * K, 0)
  must(counted.length === wanted && new Set(counted).size === wanted, 'a candidate is in no group, or in two')
}

/** Two groups made one, as where several problems share a key (the released code's fault). */
const merged = (credit: TeamCredit): TeamCredit => {
  const [one, other, ...rest] = credit.groups
  const groups: readonly SegmentGroup[] =
    one === undefined || other === undefined
      ? credit.groups
      : [{ ...one, members: [...one.members, ...other.members] }, ...rest]
  return { ...credit, groups }
}
/** Members of two groups of K exchanged. */
const exchanged = (credit: TeamCredit): TeamCredit => {
  const [one, other, ...rest] = credit.groups
  if (one === undefined || other === undefined) return credit
  const [a, ...as] = one.members
  const [b, ...bs] = other.members
  return {
    ...credit,
    groups: [{ ...one, members: [present(b), ...as] }, { ...other, members: [present(a), ...bs] }, ...rest],
  }
}
/** Rewards in the place of advantages. */
const raw = (credit: TeamCredit): TeamCredit => ({
  ...credit,
  trees: credit.trees.map(each => ({ ...each, advantages: each.rewards })),
})
/** Only what was taken is trained on. */
const takenAlone = (credit: TeamCredit): TeamCredit => ({
  ...credit,
  groups: credit.groups.map(group => ({ ...group, members: group.members.slice(0, 1) })),
})

const laws: readonly (readonly [name: string, law: CreditLaw, fault: (credit: TeamCredit) => TeamCredit])[] = [
  ['all members of a group read the same as the same agent', sameObservation, exchanged],
  ['a group has exactly K members', exactSize, merged],
  ['advantages have mean 0 and variance 1 or 0 in each group', zeroMean, raw],
  ['every candidate of every turn is in one group', everyCandidateOnce, takenAlone],
]
for (const [name, law, fault] of laws) {
  test(`AT-GRPO: ${name}`, t => {
    fc.assert(fc.property(team, group => law(teamCredit(group, options()))))
    t.pass()
  })
  test(`AT-GRPO: a planted fault breaks the law that ${name}`, t => {
    t.throws(() => {
      fc.assert(fc.property(team, group => law(fault(teamCredit(group, options())))))
    })
  })
}

test('the reward is α · team + local, and the episode continues with the greatest of it, of equals the first', t => {
  fc.assert(
    fc.property(
      fc.array(worth, { minLength: 1, maxLength: 6 }),
      fc.nat(3),
      fc.nat(3),
      (worths, teamWeight, localWeight) => {
        const weights = { team: teamWeight, local: localWeight }
        const rewards = worths.map(each => weightedReward(weights, each))
        t.deepEqual(
          rewards,
          worths.map(each => teamWeight * each.reward + localWeight * each.localReward),
        )
        t.is(bestOf(worths, weights), rewards.indexOf(Math.max(...rewards)))
      },
    ),
  )
})

test('without any weight nothing is learned: α = 0 and no local reward give advantages of 0', t => {
  fc.assert(
    fc.property(team, group => {
      const { trees } = teamCredit(group, options({ teamWeight: 0, localWeight: 0 }))
      for (const { advantages } of trees) t.true(advantages.flat().every(each => each === 0))
    }),
  )
})

test('without a tree turns that have read different things are alone, and have an advantage of 0', t => {
  fc.assert(
    fc.property(team, group => {
      const { groups, trees } = teamCredit(group, options({ groups: 'same-observation' }))
      t.deepEqual(groups, bySameHistory(group.members.map(member => member.rollout.episode)))
      for (const { members } of groups)
        if (members.length === 1) t.deepEqual(nth(trees, nth(members, 0).rollout).advantages[nth(members, 0).from], [0])
    }),
  )
})

test('whole episodes share the advantage of their return over all turns', t => {
  fc.assert(
    fc.property(team, group => {
      const { trees } = teamCredit(group, options({ groups: 'trajectory' }))
      for (const { advantages } of trees) t.is(new Set(advantages.flat()).size, 1)
    }),
  )
})

test('a turn with fewer candidates than K is an error', t => {
  const [[group]] = [fc.sample(team, 1)]
  t.throws(() => teamCredit(present(group), options({ candidates: K + 1 })), { message: /4 candidates instead of 5/ })
})

test('one policy for all agents, or one for each, of which the last is called policy', t => {
  const world = { name: 'teams', agents: ['tool', 'plan'] }
  t.deepEqual(playersOf({ policies: 'shared' }, world), { tool: 'policy', plan: 'policy' })
  t.deepEqual(playersOf({ policies: 'separate' }, world), { tool: 'tool', plan: 'policy' })
  t.deepEqual(playersOf({ policies: 'separate' }, { name: 'other', agents: ['policy', 'guide'] }), {
    policy: 'policy',
    guide: 'guide',
  })
  t.throws(() => playersOf({ policies: 'shared' }, { name: 'other' }), {
    instanceOf: RangeError,
    message: 'at-grpo needs a world that lists its agents, and other lists none',
  })
})
