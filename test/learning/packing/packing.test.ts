import test from 'ava'
import fc from 'fast-check'
import { observerNotes, type Rollout } from '../../../src/contracts/episode.ts'
import {
  packEpisode,
  packNotes,
  ratiosOf,
  toExample,
  type Credit,
  type Packed,
} from '../../../src/learning/packing/packing.ts'
import { nth } from '../../../src/math/nth.ts'
import { rollouts, votesOf } from '../../run/rollout-arbitraries.ts'

const credit = fc.option(
  fc.record({ advantage: fc.double({ min: -2, max: 2, noNaN: true }), weight: fc.constant(1), isStale: fc.boolean() }),
)

/** A rollout with a credit, or none, for each action and each vote. */
const credited = rollouts.chain(rollout =>
  fc.record({
    rollout: fc.constant(rollout),
    actions: fc.tuple(...observerNotes(rollout).map(() => credit)),
    votes: fc.tuple(...observerNotes(rollout).map(step => fc.tuple(...votesOf(step).map(() => credit)))),
  }),
)
const kept = (credits: readonly (Credit | null)[]): readonly Credit[] => credits.filter(each => each !== null)
const tokensOf = ({ sequence, targets }: Packed): readonly Int32Array[] =>
  targets.map(({ start, end }) => sequence.tokens.slice(start, end))

/** What a token sees: its ancestors and itself, the root first. */
function history({ sequence: { tokens, parents } }: Packed, token: number): readonly number[] {
  const seen: number[] = []
  for (let at = token; at >= 0; at = parents === undefined ? at - 1 : nth(parents, at)) seen.unshift(nth(tokens, at))
  return seen
}

/** All that was said up to a step, as the reward model reads it. */
const read = (rollout: Rollout, step: number): readonly number[] =>
  observerNotes(rollout)
    .slice(0, step + 1)
    .flatMap(({ context }) => [...context])

test('an episode is packed token for token, each once, in the order of reading and writing', t => {
  fc.assert(
    fc.property(credited, ({ rollout: { episode }, actions }) => {
      const { sequence } = packEpisode(episode, actions)
      t.deepEqual(
        [...sequence.tokens],
        episode.steps.flatMap(({ context, tokens }) => [...context, ...tokens]),
      )
      t.is(sequence.parents, undefined)
    }),
  )
})

test('targets cover exactly the actions that have a credit, and carry it', t => {
  fc.assert(
    fc.property(credited, ({ rollout: { episode }, actions }) => {
      const packed = packEpisode(episode, actions)
      t.deepEqual(
        tokensOf(packed),
        episode.steps.filter((_, step) => actions[step] !== null).map(({ tokens }) => tokens),
      )
      t.deepEqual(
        packed.targets.map(({ advantage, weight, isStale }) => ({ advantage, weight, isStale })),
        kept(actions),
      )
    }),
  )
})

test('targets cover exactly the votes that have a credit, and no token belongs to two', t => {
  fc.assert(
    fc.property(credited, ({ rollout, votes }) => {
      const noted = observerNotes(rollout)
      const packed = packNotes(noted, votes)
      const taught = noted.flatMap((step, index) => votesOf(step).filter((_, vote) => nth(votes, index)[vote] !== null))
      t.deepEqual(
        tokensOf(packed),
        taught.map(({ tokens }) => tokens),
      )
      t.deepEqual(
        packed.targets.map(({ advantage, weight, isStale }) => ({ advantage, weight, isStale })),
        votes.flatMap(kept),
      )
      const cued = noted.flatMap((step, index) =>
        kept(nth(votes, index)).map(() => (step.kind === 'verdicts' ? step.promptSuffix.length : NaN)),
      )
      const voted = noted.slice(0, noted.findLastIndex(({ kind }) => kind === 'verdicts') + 1)
      const trunk = voted.reduce((sum, { context }) => sum + context.length, 0)
      const branches = taught.reduce((sum, { tokens }) => sum + tokens.length, 0)
      t.is(packed.sequence.tokens.length, trunk + branches + cued.reduce((sum, length) => sum + length, 0))
    }),
  )
})

test('parents come before their children, so that they form a tree', t => {
  fc.assert(
    fc.property(credited, ({ rollout, votes }) => {
      const noted = observerNotes(rollout)
      const parents = packNotes(noted, votes).sequence.parents ?? t.fail()
      parents.forEach((parent, token) => t.true(parent >= -1 && parent < token))
      t.is(parents.filter(parent => parent === -1).length, noted.some(({ kind }) => kind === 'verdicts') ? 1 : 0)
    }),
  )
})

test('a vote sees what the reward model had read by its step, the promptSuffix and itself: no other vote', t => {
  fc.assert(
    fc.property(credited, ({ rollout, votes }) => {
      const packed = packNotes(observerNotes(rollout), votes)
      const places = votes.flatMap((ofStep, step) =>
        ofStep.flatMap((each, vote) => (each === null ? [] : [{ step, vote }])),
      )
      packed.targets.forEach(({ end }, index) => {
        const { step, vote } = nth(places, index)
        const noted = nth(observerNotes(rollout), step)
        if (noted.kind !== 'verdicts') return t.fail('an invalid step has no vote')
        const { promptSuffix, verdicts: cast } = noted
        t.deepEqual(history(packed, end - 1), [...read(rollout, step), ...promptSuffix, ...nth(cast, vote).tokens])
      })
    }),
  )
})

test('an example has the old log-probabilities of its own tokens', t => {
  fc.assert(
    fc.property(credited, ({ rollout, votes }) => {
      const noted = observerNotes(rollout)
      const packed = packNotes(noted, votes)
      const { sequence, spans } = toExample(
        packed,
        Float32Array.from(packed.sequence.tokens.keys(), token => -token),
      )
      t.is(sequence, packed.sequence)
      for (const { start, end, oldLogprobs } of spans)
        t.deepEqual(
          [...oldLogprobs],
          Array.from({ length: end - start }, (_, offset) => -(start + offset)),
        )
    }),
  )
})

test('an example keeps the advantages, or multiplies each by its own ratio', t => {
  fc.assert(
    fc.property(credited, ({ rollout, votes }) => {
      const noted = observerNotes(rollout)
      const packed = packNotes(noted, votes)
      const logprobs = new Float32Array(packed.sequence.tokens.length)
      const advantagesOf = (ratios?: readonly number[]): readonly number[] =>
        toExample(packed, logprobs, ratios).spans.map(({ advantage }) => advantage)
      const advantages = packed.targets.map(({ advantage }) => advantage)
      t.deepEqual(advantagesOf(), advantages)
      t.deepEqual(
        advantagesOf(advantages.map((_, index) => index + 2)),
        advantages.map((advantage, index) => advantage * (index + 2)),
      )
    }),
  )
})

test('what the present weights drew has ratio 1; what older ones drew that of its own tokens, up to the cap', t => {
  const credit = { advantage: 1, weight: 1 }
  const step = { action: '', observation: '', version: 0, label: { good: true, reason: '' } }
  const drawn = (logprobs: Float32Array) => ({
    ...step,
    context: Int32Array.of(1),
    tokens: Int32Array.of(2, 3),
    logprobs,
  })
  const packed = packEpisode(
    { steps: [drawn(Float32Array.of(-9, -9)), drawn(Float32Array.of(-2, -3)), drawn(Float32Array.of(-1, -1))] },
    [
      { ...credit, isStale: false },
      { ...credit, isStale: true },
      { ...credit, isStale: true },
    ],
  )
  /* Each step is one token read and two written: 7 and 8 belong to the last. */
  const now = Float32Array.of(-5, -1, -1, -5, -1, -2, -5, -1.5, -1)
  t.deepEqual(ratiosOf(packed, now, 4), [1, 4, Math.exp(-0.5)])
})

test('where there is no credit nothing is trained on', t => {
  fc.assert(
    fc.property(rollouts, ({ episode, notes }) => {
      const noted = observerNotes({ notes })
      t.deepEqual(packEpisode(episode, []).targets, [])
      t.deepEqual(packNotes(noted, []).targets, [])
    }),
    { numRuns: 20 },
  )
})
