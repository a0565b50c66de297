/** The laws of all methods that learn from turns, then those of each. */
import test from 'ava'
import fc from 'fast-check'
import { recordedObserver, type VerdictNote } from '../../../src/contracts/episode.ts'
import { zip } from '../../../src/math/zip.ts'
import { combinedAdvantage } from '../../../src/methods/combined/method.ts'
import { distilled } from '../../../src/methods/opd/method.ts'
import { turnMethod, turnMethodNames } from '../../../src/methods/registry/turn-methods.ts'
import type { Hindsight, TurnEpisode } from '../../../src/methods/turns/turn-method.ts'
import { turnSamples } from '../../../src/methods/turns/turn-samples.ts'
import type { Vote } from '../../../src/reward/votes.ts'
import { formulas } from '../../fixtures/formulas.ts'
import { near } from '../../laws/near.ts'

interface Told {
  readonly outcome: number | null
  readonly turns: readonly {
    readonly votes: readonly Vote[]
    readonly hindsight: Hindsight | null
    readonly human?: Vote | null | undefined
    readonly version: number
  }[]
}

const nats = fc.float({ min: -8, max: 0, noNaN: true })
const hindsight = fc
  .array(fc.tuple(nats, nats), { minLength: 1, maxLength: 4 })
  .map(pairs => ({ hinted: Float32Array.from(pairs, ([a]) => a), unhinted: Float32Array.from(pairs, ([, b]) => b) }))
const told: fc.Arbitrary<Told> = fc.record({
  outcome: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  turns: fc.array(
    fc.record({
      votes: fc.array(fc.constantFrom<Vote>(-1, 0, 1), { maxLength: 3 }),
      hindsight: fc.option(hindsight),
      human: fc.option(fc.constantFrom<Vote>(-1, 0, 1)),
      version: fc.nat(4),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

const noTokens = new Int32Array()

function episodeOf({ outcome, turns }: Told): TurnEpisode {
  const steps = turns.map(({ hindsight, version }, at) => {
    const length = hindsight?.hinted.length ?? 1
    return {
      ...{ agent: 'policy', action: 'look', observation: 'a room', version, label: null, context: Int32Array.of(at) },
      ...{ tokens: new Int32Array(length).fill(7), logprobs: new Float32Array(length).fill(-1) },
    }
  })
  const notes = turns.map(({ votes }): VerdictNote | { kind: 'invalid'; context: Int32Array; reason: string } =>
    votes.length === 0
      ? { kind: 'invalid', context: noTokens, reason: 'none' }
      : {
          ...{ kind: 'verdicts', context: noTokens, promptSuffix: Int32Array.of(1) },
          verdicts: votes.map(value => ({
            value,
            reason: '',
            tokens: Int32Array.of(2),
            logprobs: Float32Array.of(-1),
            version: 0,
          })),
        },
  )
  const score = outcome ?? 0
  return {
    episode: { id: 's', opening: 'look', steps, won: score === 1, score, ending: 'terminal' },
    notes: { [recordedObserver]: notes },
    outcome,
    hindsights: turns.map(each => each.hindsight),
    humanVerdicts: turns.map(({ human = null }) => human),
  }
}

for (const name of turnMethodNames) {
  const learner = turnMethod(name).begin({})

  test(`${name}: credit has the shape of the turns, and every number is finite`, t => {
    fc.assert(
      fc.property(fc.array(told, { maxLength: 4 }), all => {
        const group = all.map(episodeOf)
        const { policy, rewardModel } = learner.credit(group)
        for (const [{ episode }, ofEpisode] of zip(group, policy))
          for (const [{ tokens }, given] of zip(episode.steps, ofEpisode)) {
            if (typeof given === 'number') t.true(Number.isFinite(given))
            else if (typeof given === 'object') t.true(given.length === tokens.length && given.every(Number.isFinite))
          }
        for (const [{ turns }, ofEpisode] of zip(all, rewardModel ?? all.map(() => [])))
          for (const [at, given] of ofEpisode.entries())
            if (given.some(value => value !== null)) t.is(given.length, turns[at]?.votes.length ?? 0)
      }),
      { numRuns: 50 },
    )
  })

  test(`${name}: the order of a group's sessions does not matter`, t => {
    fc.assert(
      fc.property(fc.array(told, { maxLength: 4 }), all => {
        const group = all.map(episodeOf)
        const turned = learner.credit(group.toReversed()).policy.toReversed()
        for (const [one, other] of zip(learner.credit(group).policy, turned))
          for (const [a, b] of zip(one, other)) {
            if (typeof a === 'number' && typeof b === 'number') near(t, a, b)
            else t.deepEqual(a, b)
          }
      }),
      { numRuns: 50 },
    )
  })

  test(`${name}: refuses settings that are not its own, and names them`, t => {
    t.throws(() => turnMethod(name).begin({ policy: { learningrate: 1 } }), {
      message: /policy\.learningrate/,
    })
    t.throws(() => turnMethod(name).begin({ turns: { batch: 0 } }), { message: /turns\.batch must be .*got 0/ })
  })
}

test('there is no method of another name', t => {
  t.throws(() => turnMethod('grpo'), {
    message: /method must be binary or opd or combined or rlanything for a gateway, got 'grpo'/,
  })
})

test('binary: turning all verdicts round turns the advantages round', t => {
  const { credit } = turnMethod('binary').begin({})
  fc.assert(
    fc.property(told, each => {
      const flipped = {
        ...each,
        turns: each.turns.map(({ human = null, ...turn }) => ({
          ...turn,
          votes: turn.votes.map(vote => -vote as Vote),
          human: human === null ? null : (-human as Vote),
        })),
      }
      const [one = []] = credit([episodeOf(each)]).policy
      const [other = []] = credit([episodeOf(flipped)]).policy
      for (const [a, b] of zip(one, other))
        t.true(a === b ? typeof a === 'string' || a === 0 : Number(a) === -Number(b))
    }),
  )
})

for (const name of ['binary', 'combined', 'rlanything'])
  test(`${name}: a person's verdict counts as if the reward model had been of one mind with it`, t => {
    const { credit } = turnMethod(name).begin({})
    const policy = (each: Told) => credit([episodeOf(each)]).policy
    fc.assert(
      fc.property(told, fc.constantFrom<Vote>(-1, 0, 1), (each, human) => {
        const outcome = each.outcome ?? 1
        const given = { outcome, turns: each.turns.map(turn => ({ ...turn, human })) }
        const unanimous = { outcome, turns: each.turns.map(turn => ({ ...turn, human: null, votes: [human] })) }
        t.deepEqual(policy(given), policy(unanimous))
      }),
    )
  })

test("rlanything: a person's verdict needs no outcome, and the reward model learns to agree with it", t => {
  const { credit } = turnMethod('rlanything').begin({ feedback: { lambda: 0.5 } })
  const turns = [
    { votes: [1, -1, -1] as const, hindsight: null, version: 0, human: -1 as const },
    { votes: [1] as const, hindsight: null, version: 0 },
  ]
  const { policy, rewardModel } = credit([episodeOf({ outcome: null, turns })])
  t.deepEqual(policy, [[-0.5, 'no outcome']])
  const [[learnt = [], other] = []] = rewardModel ?? []
  t.true((learnt[0] ?? 0) < 0 && (learnt[1] ?? 0) > 0 && learnt[1] === learnt[2])
  t.deepEqual(other, [null])
})

test('opd: a hint that changes nothing teaches nothing, and what a hint makes likelier is raised', t => {
  fc.assert(
    fc.property(hindsight, ({ hinted, unhinted }) => {
      t.true(distilled({ hinted, unhinted: hinted }).every(value => value === 0))
      t.true(
        distilled({ hinted, unhinted }).every(
          (value, at) => Math.sign(value) === Math.sign((hinted[at] ?? 0) - (unhinted[at] ?? 0)),
        ),
      )
    }),
  )
  t.throws(() => distilled({ hinted: Float32Array.of(-1), unhinted: new Float32Array() }), {
    message: /hinted must have 0 .*got 1/,
  })
})

test('combined: with one weight 0 it is the other method', t => {
  fc.assert(
    fc.property(hindsight, fc.constantFrom(-1, 0, 1), (given, reward) => {
      t.deepEqual(combinedAdvantage(reward, given, { binary: 0, opd: 1 }), distilled(given))
      const alone = combinedAdvantage(reward, given, { binary: 1, opd: 0 })
      t.true(typeof alone === 'object' && alone.every(value => value === reward))
      t.is(combinedAdvantage(reward, null, { binary: 2, opd: 1 }), 2 * reward)
      t.deepEqual(combinedAdvantage('no verdict', given, { binary: 1, opd: 1 }), distilled(given))
    }),
  )
})

test("rlanything: a session alone has the paper's integrated rewards as advantages, by its worked numbers", t => {
  for (const { outcomes, votes, lambda, rewards } of formulas.feedback) {
    const { credit } = turnMethod('rlanything').begin({ feedback: { lambda } })
    for (const [[outcome, ofEpisode], wanted] of zip(zip(outcomes, votes), rewards)) {
      const turns = ofEpisode.map(ofTurn => ({ votes: ofTurn, hindsight: null, version: 0 }))
      near(
        t,
        credit([episodeOf({ outcome: outcome === 1 ? 1 : 0, turns })])
          .policy.flat()
          .map(Number),
        wanted,
      )
    }
  }
})

test('rlanything: sessions of a task are compared; without an outcome, or a verdict, nothing is learnt', t => {
  const session = (outcome: number | null, votes: readonly Vote[]) =>
    episodeOf({ outcome, turns: [{ votes, hindsight: null, version: 0 }] })
  const { credit } = turnMethod('rlanything').begin({})
  t.deepEqual(credit([session(1, [1]), session(null, [1]), session(0, [1]), session(1, [])]).policy, [
    [1],
    ['no outcome'],
    [-1],
    ['no verdict'],
  ])
  const outcomeAlone = turnMethod('rlanything').begin({ feedback: { source: 'outcome' } })
  t.deepEqual(outcomeAlone.credit([session(1, []), session(0.5, []), session(0, [])]).policy, [
    [Math.sqrt(1.5)],
    [0],
    [-Math.sqrt(1.5)],
  ])
  t.is(outcomeAlone.rewardModel, null)
})

test('a turn with an advantage a token weighs as one with one for all; what is too old is left out, and counted', t => {
  const given = { hinted: Float32Array.of(-1, -2), unhinted: Float32Array.of(-2, -2) }
  const turn = (version: number) => ({ votes: [1] as const, hindsight: given, version })
  const group = [episodeOf({ outcome: null, turns: [turn(0), turn(1), turn(2)] })]
  const { credit } = turnMethod('opd').begin({})
  const { packed, dropped, ages } = turnSamples([{ group, credits: credit(group) }], {
    trainings: { ends: [1, 2] },
    staleness: 1,
  })
  t.deepEqual(dropped, { stale: 1 })
  t.deepEqual(ages, [1, 0])
  t.deepEqual(
    packed.map(({ targets }) =>
      targets.map(({ start, end, advantage, weight, isStale }) => [start, end, advantage, weight, isStale]),
    ),
    [
      [
        [4, 5, 1, 0.5, true],
        [5, 6, 0, 0.5, true],
        [7, 8, 1, 0.5, false],
        [8, 9, 0, 0.5, false],
      ],
    ],
  )
})
