import test from 'ava'
import fc from 'fast-check'
import { normalisers } from '../../../src/learning/normalised.ts'
import { biLevelGae } from '../../../src/methods/ragen/bi-level-gae.ts'
import { explainedVariance, whitened } from '../../../src/methods/ragen/train-by-critic.ts'
import { creditByGroup } from '../../../src/methods/ragen/train-by-group.ts'
import { episodeReturn, stepRewards } from '../../../src/reward/episode-return.ts'
import { rolloutsOf } from '../../../src/rollout/groups.ts'
import { nth } from '../../../src/math/nth.ts'
import { present } from '../../fixtures/present.ts'
import { madeUpEpisodes, madeUpGroup } from '../made-up-group.ts'

test('every step of a trajectory has its one advantage, and greater returns have greater ones', t => {
  fc.assert(
    fc.property(madeUpEpisodes, fc.constantFrom(...normalisers), (episodes, normalise) => {
      const group = madeUpGroup(episodes)
      const [credit] = creditByGroup([group], { normalise })
      const returns = rolloutsOf(group).map(({ episode }) => episodeReturn(episode))
      const firsts = present(credit).advantages.map(([first]) => present(first))
      present(credit).advantages.forEach(own => t.is(new Set(own).size, 1))
      returns.forEach((one, a) =>
        returns.forEach((other, b) => t.true(one <= other ? nth(firsts, a) <= nth(firsts, b) : true)),
      )
    }),
  )
})

test('a world with an outcome alone pays at the end; one with rewards pays what it says', t => {
  const [bare, paid] = rolloutsOf(
    madeUpGroup([
      { won: true, rewards: [undefined, undefined] },
      { won: true, rewards: [-0.1, 10.9] },
    ]),
  ).map(({ episode }) => episode)
  t.deepEqual(stepRewards(present(bare)), [0, 1])
  t.deepEqual(stepRewards(present(paid)), [-0.1, 10.9])
  t.is(episodeReturn(present(paid)), 10.8)
})

test('whitened tokens keep their places', t => {
  t.deepEqual(whitened([[[1], [3]], [[1, 3]]]), [[[-1], [1]], [[-1, 1]]])
})

test('values explain nothing of returns that are alike, though sums of A and V differ in their last bits', t => {
  const value = fc.double({ min: -1, max: 1, noNaN: true })
  const turns = fc.array(fc.array(value, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(turns, fc.constantFrom(0.1, 0.7, -0.3), (values, reward) => {
      const said = values.map(turn => [turn])
      const options = { gamma: 1, turnGamma: 0.95, lambda: 1 }
      const returns = said.map(each => biLevelGae({ values: each, rewards: [reward] }, options).returns)
      t.is(explainedVariance(said, returns), null)
    }),
  )
  t.is(explainedVariance([], []), null)
  t.is(explainedVariance([[[0]], [[1]]], [[[0]], [[2]]]), 0.75)
})
