import type { Finish } from '../../src/contracts/models/device.ts'
import test from 'ava'
import fc from 'fast-check'
import { observerNotes, type VerdictSample, type Rollout } from '../../src/contracts/episode.ts'
import { paper } from '../../src/methods/rlanything/formulation/paper.ts'
import type { CreditOptions } from '../../src/methods/rlanything/credit/credit.ts'
import { creditVotes } from '../../src/methods/rlanything/credit/votes.ts'
import type { Freshness } from '../../src/learning/sample-filter.ts'
import { stalenessOfVersion, noVersions } from '../../src/learning/staleness.ts'
import { noteSamples, policySamples, type CreditedGroup, type Samples } from '../../src/learning/samples.ts'
import { broken, votedEpisode, member, playedGroups, rollouts } from '../run/rollout-arbitraries.ts'

const progress = { iteration: 1, iterations: 1 }
const options: CreditOptions = { formulation: paper({ voteGroup: 'task' }), source: 'reward-model', progress }
const chosen: fc.Arbitrary<CreditOptions> = fc.record({
  formulation: fc
    .record({
      lambda: fc.constantFrom(0, 0.25, 1, 4),
      singleton: fc.constantFrom('drop' as const, 'raw' as const),
      malformedPenalty: fc.constantFrom(0, 2),
      voteGroup: fc.constantFrom('step' as const, 'step-index' as const, 'task' as const),
    })
    .map(paper),
  source: fc.constantFrom('reward-model', 'expert', 'outcome'),
  progress: fc.constant(progress),
})
const credited: fc.Arbitrary<CreditedGroup[]> = fc.tuple(playedGroups, chosen).map(([groups, rule]) =>
  groups.map(group => ({
    group,
    credit: creditVotes(
      group.members.map(({ rollout }) => rollout),
      rule,
    ),
  })),
)
const filters = fc.constantFrom(
  { low: 0, high: 1, edges: 'exclusive' as const },
  { low: 0.2, high: 0.8, edges: 'inclusive' as const },
  { low: 0, high: 1, edges: 'inclusive' as const },
)

/** Trainings that ended after some of the versions that samples have. */
const freshnesses: fc.Arbitrary<Freshness> = fc.record({
  trainings: fc
    .uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 3 })
    .map(ends => ({ ends: ends.sort((a, b) => a - b) })),
})
const fresh: Freshness = { trainings: noVersions }

const lacking = 'invalid step'

const targetsOf = ({ packed }: Samples) => packed.flatMap(({ targets }) => targets)
const droppedOf = ({ dropped }: Samples) => Object.values(dropped).reduce((sum, count) => sum + count, 0)

test('every action is kept, or dropped for a reason', t => {
  fc.assert(
    fc.property(credited, filters, freshnesses, (groups, filter, freshness) => {
      const samples = policySamples(groups, filter, freshness)
      const actions = groups.flatMap(({ credit }) => credit.advantages.flat())
      t.is(targetsOf(samples).length + droppedOf(samples), actions.length)
      t.is(samples.dropped['invalid step'] ?? 0, actions.filter(advantage => advantage === null).length)
      t.true(targetsOf(samples).every(({ advantage, weight }) => advantage !== 0 && weight === 1))
    }),
  )
})

test('every vote is kept, or dropped for a reason', t => {
  fc.assert(
    fc.property(credited, filters, fc.boolean(), freshnesses, (groups, filter, balance, freshness) => {
      const samples = noteSamples(groups, { filter, balance, noAdvantageReason: lacking, ...freshness })
      const votes = groups.flatMap(({ credit }) => credit.noteAdvantages.flat(2)).length
      t.is(targetsOf(samples).length + droppedOf(samples), votes)
      t.true(targetsOf(samples).every(({ advantage }) => advantage !== 0))
    }),
  )
})

test('what older weights drew is marked, and its age told; the rest is as in a fresh batch', t => {
  const all = { low: 0, high: 1, edges: 'inclusive' as const }
  fc.assert(
    fc.property(credited, freshnesses, (groups, freshness) => {
      const samples = policySamples(groups, all, freshness)
      const versions = groups.flatMap(({ group, credit }) =>
        group.members.flatMap(({ rollout }, episode) =>
          rollout.episode.steps.flatMap(({ version }, step) =>
            (credit.advantages[episode]?.[step] ?? 0) === 0 ? [] : [version],
          ),
        ),
      )
      const ages = versions.map(version => stalenessOfVersion(freshness.trainings, version))
      t.deepEqual(samples.ages, ages)
      t.deepEqual(
        targetsOf(samples).map(({ isStale }) => isStale),
        ages.map(age => age > 0),
      )
      const plain = policySamples(groups, all, fresh)
      t.deepEqual(
        targetsOf(samples).map(target => ({ ...target, isStale: false })),
        targetsOf(plain),
      )
    }),
  )
})

test('what is packed has something to train on', t => {
  fc.assert(
    fc.property(credited, filters, freshnesses, (groups, filter, freshness) => {
      const packed = [
        ...policySamples(groups, filter, freshness).packed,
        ...noteSamples(groups, { filter, balance: true, noAdvantageReason: lacking, ...freshness }).packed,
      ]
      t.true(packed.every(({ targets }) => targets.length > 0))
    }),
  )
})

test('balanced weights have mean 1, and votes on won and on lost episodes weigh alike', t => {
  const all = { low: 0, high: 1, edges: 'inclusive' as const }
  const near = (a: number, b: number) => t.true(Math.abs(a - b) < 1e-9)
  fc.assert(
    fc.property(credited, freshnesses, (groups, freshness) => {
      const weights = targetsOf(
        noteSamples(groups, { filter: all, balance: true, noAdvantageReason: lacking, ...freshness }),
      ).map(({ weight }) => weight)
      const masses = new Map<number, number>()
      for (const weight of weights) masses.set(weight, (masses.get(weight) ?? 0) + weight)
      const [one = 0, other = weights.length - one] = masses.values()
      near(one + other, weights.length)
      if (masses.size === 2) near(one, other)
      t.true(masses.size <= 2)
    }),
  )
})

/** A group, with one step of one of its episodes. */
const withPlace = fc.array(rollouts, { minLength: 1, maxLength: 4 }).chain(group =>
  fc.nat(group.length - 1).chain(episode =>
    fc.record({
      group: fc.constant(group),
      episode: fc.constant(episode),
      step: fc.nat(observerNotes(group[episode]!).length - 1),
    }),
  ),
)
/** The same group, had the votes on the steps that are named not come. */
const breaking = (group: readonly Rollout[], breaks: (episode: number, step: number) => boolean): Rollout[] =>
  group.map((rollout, episode) => ({
    ...rollout,
    notes: { rewardModel: observerNotes(rollout).map((step, index) => (breaks(episode, index) ? broken(step) : step)) },
  }))

test('a step whose votes do not come changes no advantage but those at its step index, and is in no group itself', t => {
  fc.assert(
    fc.property(
      withPlace,
      fc.constantFrom('step' as const, 'step-index' as const),
      ({ group, episode, step }, over) => {
        const rule = { ...options, formulation: paper({ voteGroup: over }) }
        const whole = creditVotes(group, rule)
        const { rewards, advantages, noteAdvantages } = creditVotes(
          breaking(group, (e, i) => e === episode && i === step),
          rule,
        )
        t.is(rewards[episode]?.[step], null)
        t.is(advantages[episode]?.[step], null)
        t.deepEqual(noteAdvantages[episode]?.[step], [])
        group.forEach((rollout, e) =>
          observerNotes(rollout).forEach((_, i) => {
            if (i === step) return
            t.is(advantages[e]?.[i], whole.advantages[e]?.[i])
            t.deepEqual(noteAdvantages[e]?.[i], whole.noteAdvantages[e]?.[i])
          }),
        )
      },
    ),
  )
})

test('an episode of which no step could be graded teaches nothing, and its group what it would without it', t => {
  const all = { low: 0, high: 1, edges: 'inclusive' as const }
  fc.assert(
    fc.property(withPlace, chosen, ({ group, episode }, rule) => {
      const credit = creditVotes(
        breaking(group, e => e === episode),
        { ...rule, source: 'reward-model' },
      )
      const rest = creditVotes(
        group.filter((_, e) => e !== episode),
        { ...rule, source: 'reward-model' },
      )
      const others = <T>(episodes: readonly T[]) => episodes.filter((_, e) => e !== episode)
      t.deepEqual(others(credit.advantages), rest.advantages)
      t.deepEqual(others(credit.noteAdvantages), rest.noteAdvantages)
      const mute = creditVotes(
        breaking(group, () => true),
        { ...rule, source: 'reward-model' },
      )
      const members = breaking(group, () => true).map((rollout, e) => member(rollout, 0, e))
      const silent: CreditedGroup = {
        group: { use: 'train', slot: 0, task: null, keys: [], members, passes: null },
        credit: mute,
      }
      t.deepEqual(
        [
          policySamples([silent], all, fresh).packed,
          noteSamples([silent], { filter: all, balance: true, noAdvantageReason: lacking, ...fresh }),
        ],
        [[], { packed: [], dropped: {}, ages: [] }],
      )
    }),
  )
})

test("where the reward model is not the step signal, a step that could not be graded keeps the policy's reward", t => {
  fc.assert(
    fc.property(withPlace, fc.constantFrom('expert' as const, 'outcome' as const), ({ group }, source) => {
      const rule = { ...options, source }
      const { rewards, advantages, noteRewards } = creditVotes(
        breaking(group, () => true),
        rule,
      )
      const whole = creditVotes(group, rule)
      t.deepEqual([rewards, advantages], [whole.rewards, whole.advantages])
      t.true(noteRewards.flat().every(({ length }) => length === 0))
    }),
    { numRuns: 30 },
  )
})

const votedAs = (won: boolean, good: boolean, ...votes: readonly VerdictSample['value'][]): Rollout =>
  votedEpisode({ won, good, votes: [votes] })

test('the step signal is what the source says, and the outcome alone where there is none', t => {
  const group = [votedAs(true, false, 1, 1, -1), votedAs(false, true, 0, -1, -1)]
  const rewards = (source: CreditOptions['source']) => creditVotes(group, { ...options, source }).rewards.flat()
  t.deepEqual(rewards('expert'), [0, 0])
  t.deepEqual(rewards('outcome'), [1, -1])
  t.deepEqual(
    rewards('reward-model').map(reward => reward?.toFixed(6)),
    ['1.333333', '-1.666667'],
  )
  t.deepEqual(
    creditVotes(group, options)
      .noteRewards.flat(2)
      .map(reward => reward?.toFixed(6)),
    ['1.333333', '1.333333', '-1.333333', '-2.000000', '1.666667', '1.666667'],
  )
})

test('a step that needs votes and has none is an error, never 0', t => {
  fc.assert(
    fc.property(rollouts, rollout => {
      const [one] = [member({ ...rollout, notes: {} }, 0, 0)]
      t.throws(() => creditVotes([one.rollout], options), {
        instanceOf: RangeError,
        message: /at least one vote, got 0/,
      })
      const { noteRewards } = creditVotes([one.rollout], { ...options, source: 'outcome' })
      t.deepEqual(noteRewards, [[]])
    }),
    { numRuns: 20 },
  )
})

test('groups outside the filter are counted by the side that they are on', t => {
  const group = (won: boolean): CreditedGroup => {
    const members = [member(votedAs(won, won, 1), 0, 0), member(votedAs(won, won, -1), 0, 1)]
    const credit = creditVotes(
      members.map(({ rollout }) => rollout),
      options,
    )
    return { group: { use: 'train', slot: 0, task: null, keys: [], members, passes: null }, credit }
  }
  const filter = { low: 0, high: 1, edges: 'exclusive' as const }
  const { packed, dropped } = policySamples([group(true), group(false), group(false)], filter, fresh)
  t.deepEqual([packed, dropped], [[], { 'group too high': 2, 'group too low': 4 }])
})

test('answers that were cut off are left out of the loss where they are masked, and change nothing else', t => {
  fc.assert(
    fc.property(credited, filters, fc.infiniteStream(fc.boolean()), (groups, filter, chance) => {
      const ended = groups.map(({ group, credit }) => ({
        credit,
        group: {
          ...group,
          members: group.members.map(member => ({ ...member, rollout: withFinishes(member.rollout, chance) })),
        },
      }))
      const marked = ended.flatMap(({ group }) => group.members.flatMap(({ rollout }) => rollout.episode.steps))
      const all = policySamples(ended, filter, fresh)
      t.deepEqual(all, policySamples(groups, filter, fresh))
      const masked = policySamples(ended, filter, { ...fresh, truncated: 'mask' })
      const left = masked.dropped['truncated'] ?? 0
      t.is(targetsOf(masked).length + left, targetsOf(all).length)
      t.true(left <= marked.filter(({ finish }) => finish === 'length').length)
      if (marked.every(({ finish }) => finish === 'length')) t.is(masked.packed.length, 0)
    }),
  )
})

function withFinishes(rollout: Rollout, chance: fc.Stream<boolean>): Rollout {
  const finishOf = (): Finish => (chance.next().value === true ? 'length' : 'stop')
  const { episode } = rollout
  return { ...rollout, episode: { ...episode, steps: episode.steps.map(step => ({ ...step, finish: finishOf() })) } }
}
