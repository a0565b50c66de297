/** Laws of the counts that a forecast consists of. */
import test from 'ava'
import fc from 'fast-check'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { amount, atMost, exactly, plus, times } from '../../src/dry-run/counts/amount.ts'
import type { Amount } from '../../src/dry-run/counts/forecast.ts'
import { evaluationCount, evaluationEpisodes } from '../../src/dry-run/counts/evaluations.ts'
import { groupsOf } from '../../src/dry-run/counts/groups.ts'
import { speakerTokens, type SpeakerRules } from '../../src/dry-run/episodes/speaker-tokens.ts'
import { modelWork, overRun, repeated } from '../../src/dry-run/models/model-work.ts'

const amounts = fc.tuple(fc.nat(1e6), fc.nat(1e6)).map(([about, more]) => amount(about, about + more))
const isBelow = ({ about, most }: Amount): boolean => about >= 0 && about <= most
const isAtLeast = (more: Amount, less: Amount): boolean => more.about >= less.about && more.most >= less.most

const turns = fc.array(fc.record({ read: fc.nat(50), write: fc.integer({ min: 1, max: 8 }) }), {
  minLength: 1,
  maxLength: 10,
})
const rulesOf: fc.Arbitrary<SpeakerRules> = fc.record({
  appends: fc.boolean(),
  samples: fc.integer({ min: 1, max: 5 }),
  maxTokens: fc.integer({ min: 8, max: 20 }),
  suffix: fc.nat(5),
  contextTokens: fc.integer({ min: 700, max: 2000 }),
})
const episodes = fc.record({ turns, rules: rulesOf, extra: fc.nat(5) }).map(({ turns, rules, extra }) => ({
  rules: { ...rules, samples: rules.appends ? 1 : rules.samples },
  profile: { reads: turns.map(({ read }) => read), writes: turns.map(({ write }) => write) },
  limit: turns.length + extra,
}))

test('no estimate is above its bound, whatever is added, multiplied or bounded', t => {
  fc.assert(
    fc.property(amounts, amounts, fc.nat(1e6), (first, second, bound) =>
      [plus(first, second), times(first, second), atMost(first, bound), amount(first.most + 1, first.about)].every(
        isBelow,
      ),
    ),
  )
  t.throws(() => amount(-1, 2), { instanceOf: RangeError, message: /at least 0, got -1 of 2/ })
  t.throws(() => amount(NaN, 2), { instanceOf: RangeError })
})

test('an episode that fits its context is estimated below every bound, and sends at least what it reads', t => {
  fc.assert(
    fc.property(episodes, ({ profile, rules, limit }) => {
      const found = speakerTokens(profile, rules, limit)
      const free = speakerTokens(profile, { ...rules, contextTokens: Infinity }, limit)
      t.deepEqual(
        Object.values(found).map(({ about }: Amount) => about),
        Object.values(free).map(({ about }: Amount) => about),
      )
      t.true(Object.values(found).every(isBelow))
      t.true(found.prompts.about >= found.read.about && found.chains.about >= found.packed.about)
    }),
  )
  t.pass()
})

test('more votes, longer answers and more turns never ask for less', t => {
  fc.assert(
    fc.property(episodes, ({ profile, rules, limit }) => {
      const found = speakerTokens(profile, rules, limit)
      const more = [
        ...(rules.appends ? [] : [speakerTokens(profile, { ...rules, samples: rules.samples + 1 }, limit)]),
        speakerTokens(profile, { ...rules, maxTokens: rules.maxTokens + 1 }, limit),
        speakerTokens(profile, rules, limit + 1),
        speakerTokens({ reads: [...profile.reads, 1], writes: [...profile.writes, 1] }, rules, limit + 1),
      ]
      for (const each of more)
        for (const key of ['turns', 'read', 'written', 'prompts', 'context', 'packed', 'chains'] as const)
          t.true(isAtLeast(each[key], found[key]), key)
    }),
  )
  t.pass()
})

test('the tokens of an episode by hand: two turns of a player, two steps with three votes each', t => {
  const profile = { reads: [10, 4], writes: [3, 2] }
  const player = { appends: true, samples: 1, maxTokens: 5, suffix: 0, contextTokens: 100 }
  t.deepEqual(speakerTokens(profile, player, 3), {
    turns: { about: 2, most: 3 },
    read: { about: 14, most: 100 },
    written: { about: 5, most: 15 },
    prompts: { about: 10 + 17, most: 300 },
    context: { about: 19, most: 100 },
    packed: { about: 19, most: 100 },
    chains: { about: 19, most: 100 },
  })
  const rewardModel = { appends: false, samples: 3, maxTokens: 5, suffix: 1, contextTokens: 100 }
  t.deepEqual(speakerTokens(profile, rewardModel, 2), {
    turns: { about: 2, most: 2 },
    read: { about: 16, most: 102 },
    written: { about: 15, most: 30 },
    prompts: { about: 11 + 15, most: 200 },
    context: { about: 14, most: 100 },
    packed: { about: 14 + 6 + 15, most: 136 },
    chains: { about: 3 * (14 + 17), most: 600 },
  })
  t.deepEqual(speakerTokens(profile, { ...rewardModel, isAlone: true }, 2), {
    turns: { about: 2, most: 2 },
    read: { about: 16, most: 202 },
    written: { about: 15, most: 30 },
    prompts: { about: 11 + 5, most: 200 },
    context: { about: 10, most: 100 },
    packed: { about: 14 + 6 + 15, most: 236 },
    chains: { about: 3 * (14 + 7), most: 600 },
  })
})

test('groups: those of drawn tasks, and at most one proposed for each slot', t => {
  const config = parseRunConfig({ iterations: 10, tasks: { slots: 64, perIteration: 16 } })
  t.like(groupsOf(config, { playsBoth: false }), {
    drawn: 16,
    proposed: { about: 16, most: 64 },
    training: { about: 16, most: 80 },
  })
  t.like(groupsOf({ ...config, iterations: 2 }, { playsBoth: false }), { proposed: { about: 16, most: 16 } })
  t.like(groupsOf({ ...config, iterations: 1 }, { playsBoth: false }), { proposed: { about: 0, most: 0 } })
  t.like(groupsOf(config, null), { all: { about: 16, most: 16 } })
  t.like(groupsOf(config, { playsBoth: true }), { proposed: { about: 32, most: 128 } })
})

test('measurements: before, when due, and after the last', t => {
  const count = (iterations: number, every: number): number =>
    evaluationCount(parseRunConfig({ iterations, evaluation: { every } }))
  t.deepEqual([count(120, 20), count(120, 0), count(7, 3), count(1, 1)], [7, 2, 4, 2])
  const config = parseRunConfig({ evaluation: { tasks: 5, splits: ['seen', 'unseen'], temperatures: [1] } })
  t.deepEqual([evaluationEpisodes(config, true), evaluationEpisodes(config, false)], [10, 0])
  const often = parseRunConfig({ evaluation: { tasks: 100, splits: ['unseen'], temperatures: [0, 0.8], answers: 8 } })
  t.is(evaluationEpisodes(often, true), 900)
})

test('work grows with the episodes, and services score what they train on once more', t => {
  const tokens = speakerTokens(
    { reads: [10], writes: [2] },
    { appends: true, samples: 1, maxTokens: 4, suffix: 0, contextTokens: 64 },
    1,
  )
  const shape = { tokens, samples: 1, branches: true, lossesHere: false }
  const training = { minibatches: 4, scores: 'every' } as const
  const here = modelWork({ ...shape, training }, exactly(8), exactly(6))
  t.like(here, {
    samples: exactly(8),
    written: { about: 16, most: 32 },
    scored: { about: 72, most: 384 },
    updates: exactly(4),
  })
  const service = modelWork({ ...shape, training, lossesHere: true }, exactly(8), exactly(6))
  t.like(service.scored, { about: 144, most: 768 })
  const recorded = modelWork({ ...shape, training: { minibatches: 4, scores: 'none' } }, exactly(8), exactly(6))
  t.like(recorded.scored, exactly(0))
  t.deepEqual(
    repeated(here, 3),
    modelWork({ ...shape, training: { ...training, minibatches: 12 } }, exactly(24), exactly(18)),
  )
  const run = overRun({ iteration: here, evaluation: here, once: here }, { iterations: 2, evaluations: 1 })
  t.deepEqual(run, repeated(here, 4))
})
