/** Laws of groups of segments, and of the advantages made of them. */
import test from 'ava'
import fc from 'fast-check'
import {
  byAgentTurn,
  byCandidates,
  bySameHistory,
  byStepIndex,
  byTrajectory,
} from '../../src/learning/segments/groupers.ts'
import {
  candidateAdvantages,
  segmentAdvantages,
  stepAdvantages,
  type Segment,
  type SegmentGroup,
} from '../../src/learning/segments/segment.ts'
import { standardise } from '../../src/math/statistics.ts'
import type { Episode } from '../../src/contracts/episode.ts'
import { present } from '../fixtures/present.ts'
import { nth } from '../../src/math/nth.ts'

const none = new Int32Array(0)
const step = fc
  .record({
    agent: fc.constantFrom('guide', 'walker'),
    action: fc.constantFrom('left', 'right'),
    observation: fc.constantFrom('door', 'wall'),
    reward: fc.integer({ min: -3, max: 3 }),
  })
  .map(each => ({ ...each, context: none, tokens: none, logprobs: new Float32Array(0), version: 0, label: null }))
const episodes = fc.array(
  fc.record({ opening: fc.constantFrom('day', 'night'), steps: fc.array(step, { minLength: 1, maxLength: 6 }) }),
  { minLength: 1, maxLength: 5 },
)
type Drawn = typeof episodes extends fc.Arbitrary<infer Each> ? Each : never

const groupers: Readonly<Record<string, (drawn: Drawn) => readonly SegmentGroup[]>> = {
  byTrajectory: drawn => byTrajectory(drawn.map(({ steps }) => steps)),
  byStepIndex: drawn => byStepIndex(drawn.map(({ steps }) => steps)),
  byAgentTurn: drawn => byAgentTurn(drawn.map(({ steps }) => steps)),
  bySameHistory,
}
const rewardIn =
  (drawn: Drawn) =>
  ({ rollout, from, to }: Segment): number =>
    nth(drawn, rollout)
      .steps.slice(from, to)
      .reduce((sum, { reward }) => sum + reward, 0)

for (const [name, group] of Object.entries(groupers)) {
  test(`${name}: every step is in exactly one segment, and keys differ`, t => {
    fc.assert(
      fc.property(episodes, drawn => {
        const groups = group(drawn)
        const counts = drawn.map(({ steps }) => steps.map(() => 0))
        for (const { rollout, from, to } of groups.flatMap(({ members }) => members))
          for (let at = from; at < to; at += 1) nth(counts, rollout)[at]! += 1
        t.true(counts.flat().every(count => count === 1))
        t.is(new Set(groups.map(({ key }) => key)).size, groups.length)
      }),
    )
  })

  test(`${name}: a permutation of the members permutes the advantages, and groups of one give 0`, t => {
    fc.assert(
      fc.property(episodes, fc.infiniteStream(fc.nat()), (drawn, chance) => {
        const groups = group(drawn)
        const mixed = groups.map(each => ({
          ...each,
          members: each.members
            .map(member => ({ member, at: chance.next().value }))
            .sort((a, b) => a.at - b.at)
            .map(({ member }) => member),
        }))
        const steps = drawn.map(each => each.steps)
        const [one, other] = [groups, mixed].map(each => stepAdvantages(steps, each, rewardIn(drawn), standardise))
        present(one)
          .flat()
          .forEach((advantage, index) => {
            t.true(Math.abs(advantage - nth(present(other).flat(), index)) <= 1e-12)
          })
        for (const { members } of groups.filter(each => each.members.length === 1))
          t.deepEqual(
            segmentAdvantages([{ key: '', members }], rewardIn(drawn), standardise).map(({ advantage }) => advantage),
            [0],
          )
      }),
    )
  })
}

test('agents and their turns are never compared with others', t => {
  fc.assert(
    fc.property(episodes, drawn => {
      for (const { members } of present(groupers['byAgentTurn'])(drawn)) {
        const seen = members.map(({ rollout, from }) => {
          const { steps } = nth(drawn, rollout)
          const { agent } = nth(steps, from)
          return `${agent} ${steps.slice(0, from).filter(each => each.agent === agent).length}`
        })
        t.is(new Set(seen).size, 1)
      }
    }),
  )
})

test('of the same history is a group whose members saw the same observation, as the same agent', t => {
  const seenBy = ({ opening, steps }: Pick<Episode, 'opening' | 'steps'>, at: number) =>
    `${nth(steps, at).agent}: ${steps[at - 1]?.observation ?? opening}`
  fc.assert(
    fc.property(episodes, drawn => {
      for (const { members } of bySameHistory(drawn))
        t.is(new Set(members.map(({ rollout, from }) => seenBy(nth(drawn, rollout), from))).size, 1)
    }),
  )
})

test('a segment without a reward is no member of its group, and has no advantage', t => {
  const groups = byStepIndex([[0], [0], [0]])
  const rewards = [1, null, 3]
  t.deepEqual(
    stepAdvantages([[0], [0], [0]], groups, ({ rollout }) => rewards[rollout] ?? null, standardise),
    [[-1], [null], [1]],
  )
})

test('every candidate of a tree is in exactly one segment, beside those of its turn alone', t => {
  const some = fc.array(
    fc.array(fc.record({ agent: fc.constantFrom('guide', 'walker'), count: fc.integer({ min: 1, max: 4 }) }), {
      maxLength: 5,
    }),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(some, drawn => {
      const candidate = {
        action: '',
        tokens: none,
        logprobs: new Float32Array(0),
        version: 0,
        label: null,
        score: 0,
        won: false,
        chosen: false,
      }
      const trees = drawn.map(steps =>
        steps.map(({ agent, count }) => ({ agent, candidates: Array.from({ length: count }, () => candidate) })),
      )
      const groups = byCandidates(trees)
      t.is(new Set(groups.map(({ key }) => key)).size, groups.length)
      t.deepEqual(
        groups.map(({ members }) => members.length),
        drawn.flat().map(({ count }) => count),
      )
      const counts = drawn.map(steps => steps.map(({ count }) => count))
      const advantages = candidateAdvantages(counts, groups, ({ candidate = 0 }) => candidate, standardise)
      drawn.forEach((steps, rollout) =>
        steps.forEach(({ count }, at) => {
          t.deepEqual(nth(advantages, rollout)[at], standardise(Array.from({ length: count }, (_, index) => index)))
        }),
      )
    }),
  )
})
