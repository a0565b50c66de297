/** The critic on a real engine. */
import test from 'ava'
import fc from 'fast-check'
import { trainCritic, tokenValues, valueTree } from '../../../src/methods/ragen/critic.ts'
import { rolloutsOf } from '../../../src/rollout/groups.ts'
import { present } from '../../fixtures/present.ts'
import { nth } from '../../../src/math/nth.ts'
import { madeUpEpisodes, madeUpGroup } from '../made-up-group.ts'
import { twoModels } from '../two-models.ts'

test('before each token that was written two tokens branch off, and the chain beside them is the episode', t => {
  fc.assert(
    fc.property(madeUpEpisodes, episodes => {
      for (const { episode } of rolloutsOf(madeUpGroup(episodes))) {
        const { sequence, places } = valueTree(episode.steps)
        const { tokens, parents = new Int32Array(0) } = sequence
        const chain: number[] = []
        for (let at = tokens.length - 1; at >= 0; at = nth(parents, at)) chain.unshift(nth(tokens, at))
        t.deepEqual(
          chain,
          episode.steps.flatMap(step => [...step.context, ...step.tokens]),
        )
        t.deepEqual(
          places.map(({ length }) => length),
          episode.steps.map(step => step.tokens.length),
        )
        for (const place of places.flat()) {
          t.deepEqual([tokens[place], tokens[place + 1]], [0, 1])
          t.is(parents[place], parents[place + 1])
        }
      }
    }),
    { numRuns: 30 },
  )
})

test('a critic learns the returns that it is trained on', async t => {
  const { other, close } = await twoModels()
  const episodes = rolloutsOf(
    madeUpGroup([
      { won: true, rewards: [0, 0, 1] },
      { won: false, rewards: [0] },
    ]),
  ).map(({ episode }) => episode.steps)
  const returns = [
    [
      [2, 2],
      [6, 6],
      [10, 10],
    ],
    [[2, 2]],
  ]
  const options = { valueRange: [-2, 12] as const, criticRate: 1e-2, criticUpdates: 1, clipNorm: 1 }
  const losses: (number | null)[] = []
  for (let update = 0; update < 60; update += 1)
    losses.push(await trainCritic(other, episodes, returns, { ...options, valueRange: [-2, 12] }))
  t.true(present(losses.at(-1)) < present(losses[0]))
  const values = await tokenValues(other, episodes, [-2, 12])
  values.flat(2).forEach((value, index) => t.true(Math.abs(value - nth(returns.flat(2), index)) < 1.5, `${value}`))
  t.is(await trainCritic(other, [], [], { ...options, valueRange: [-2, 12] }), null)
  await close()
})
