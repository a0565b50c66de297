/** Candidates as training examples: each has for ancestors what it was sampled from. */
import test from 'ava'
import fc from 'fast-check'
import { packTurns, type Turn } from '../../../src/learning/packing/pack-turns.ts'
import { packEpisode } from '../../../src/learning/packing/packing.ts'
import { treeSamples } from '../../../src/learning/tree-samples.ts'
import { noVersions } from '../../../src/learning/staleness.ts'
import { nth } from '../../../src/math/nth.ts'
import { votedEpisode } from '../../run/rollout-arbitraries.ts'

const ids = fc.array(fc.nat(99), { minLength: 1, maxLength: 3 }).map(tokens => Int32Array.from(tokens))
const turn = fc
  .record({
    context: ids,
    all: fc.array(ids, { minLength: 1, maxLength: 4 }),
    pick: fc.nat(),
    kept: fc.infiniteStream(fc.boolean()),
  })
  .map(({ context, all, pick, kept }) => {
    const chosen = pick % all.length
    const candidates = all.map((tokens, index) => ({
      action: '',
      tokens,
      logprobs: new Float32Array(tokens.length),
      version: 0,
      label: null,
      score: 0,
      won: false,
      chosen: index === chosen,
    }))
    const { tokens, logprobs, version } = nth(candidates, chosen)
    const credits = all.map(() => (kept.next().value ? { advantage: 1, weight: 1, isStale: false } : null))
    return { turn: { context, tokens, logprobs, version, candidates } satisfies Turn, credits }
  })
const turns = fc.array(turn, { minLength: 1, maxLength: 4 })

/** The tokens before a place, from the first. */
function ancestors({ tokens, parents }: { tokens: Int32Array; parents?: Int32Array }, place: number): number[] {
  const line: number[] = []
  for (let at = parents?.[place] ?? place - 1; at >= 0; at = parents?.[at] ?? at - 1) line.unshift(nth(tokens, at))
  return line
}

test('each candidate follows what was read and taken before it, and nothing else', t => {
  fc.assert(
    fc.property(turns, drawn => {
      const { sequence, targets } = packTurns(
        drawn.map(each => each.turn),
        drawn.map(({ credits }) => credits),
      )
      const wanted = drawn.flatMap(({ turn: { context, candidates }, credits }, at) => {
        const before = drawn.slice(0, at).flatMap(({ turn: each }) => [...each.context, ...each.tokens])
        return candidates.flatMap(({ tokens }, index) =>
          credits[index] === null ? [] : [{ before: [...before, ...context], tokens: [...tokens] }],
        )
      })
      t.deepEqual(
        targets.map(({ start, end }) => ({
          before: ancestors(sequence, start),
          tokens: [...sequence.tokens.slice(start, end)],
        })),
        wanted,
      )
      sequence.parents?.forEach((parent, place) => t.true(parent < place))
    }),
  )
})

test('turns of one candidate each are packed as an episode is', t => {
  fc.assert(
    fc.property(turns, drawn => {
      const plain = drawn.map(({ turn: { candidates: _, ...each } }) => each)
      const credits = drawn.map(() => ({ advantage: 1, weight: 1, isStale: false }))
      const tree = packTurns(
        plain,
        credits.map(credit => [credit]),
      )
      const chain = packEpisode({ steps: plain }, credits)
      t.deepEqual(tree.sequence.tokens, chain.sequence.tokens)
      t.deepEqual(
        [...(tree.sequence.parents ?? [])],
        [...chain.sequence.tokens.keys()].map(place => place - 1),
      )
      t.deepEqual(tree.targets, chain.targets)
    }),
  )
})

test('the turns of each agent are packed by themselves, those of the agents asked for', t => {
  const { episode } = votedEpisode({ won: true, votes: [[1], [1], [1]] })
  const steps = episode.steps.map((step, index) => ({ ...step, agent: index === 1 ? 'walker' : 'guide' }))
  const rollout = { episode: { ...episode, steps }, notes: {} }
  const freshness = { trainings: noVersions }
  const trees = [{ rollout, advantages: [[1], [-1], [0]] }]
  const { packed, dropped } = treeSamples(trees, ['guide', 'walker'], freshness)
  t.deepEqual(
    packed.map(({ targets }) => targets.map(({ advantage }) => advantage)),
    [[1], [-1]],
  )
  t.deepEqual(dropped, { 'zero advantage': 1 })
  t.is(treeSamples(trees, ['walker'], freshness).packed.length, 1)
})
