import test from 'ava'
import fc from 'fast-check'
import { biLevelGae, type TurnValues } from '../../../src/methods/ragen/bi-level-gae.ts'
import { present } from '../../fixtures/present.ts'
import { nth } from '../../../src/math/nth.ts'

const value = fc.double({ min: -5, max: 5, noNaN: true })
const share = fc.double({ min: 0, max: 1, noNaN: true })
const options = fc.record({ gamma: share, turnGamma: share, lambda: share })
const turns: fc.Arbitrary<TurnValues> = fc
  .array(
    fc.record({ values: fc.array(value, { minLength: 1, maxLength: 4 }), reward: fc.oneof(fc.constant(0), value) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map(list => ({ values: list.map(({ values }) => values), rewards: list.map(({ reward }) => reward) }))
const near = (one: number, other: number): boolean => Math.abs(one - other) < 1e-9 * (1 + Math.abs(other))

test('without discount and bias a token has the rewards that follow it, less its value', t => {
  fc.assert(
    fc.property(turns, ({ values, rewards }) => {
      const { advantages, returns } = biLevelGae({ values, rewards }, { gamma: 1, turnGamma: 1, lambda: 1 })
      values.forEach((turn, index) => {
        const following = rewards.slice(index).reduce((sum, reward) => sum + reward, 0)
        turn.forEach((said, token) => {
          t.true(near(nth(nth(advantages, index), token), following - said))
          t.true(near(nth(nth(returns, index), token), following))
        })
      })
    }),
  )
})

test('a critic that is right leaves no advantage', t => {
  fc.assert(
    fc.property(turns, options, ({ values, rewards }, { lambda, turnGamma }) => {
      const worth = rewards.reduceRight<number[]>(
        (later, reward) => [reward + turnGamma * (later[0] ?? 0), ...later],
        [],
      )
      const right = values.map((turn, index) => turn.map(() => nth(worth, index)))
      const { advantages } = biLevelGae({ values: right, rewards }, { gamma: 1, turnGamma, lambda })
      for (const advantage of advantages.flat()) t.true(Math.abs(advantage) < 1e-9)
    }),
  )
})

test('a turn of reward 0 is a turn like one of any other reward', t => {
  fc.assert(
    fc.property(turns, options, ({ values, rewards }, chosen) => {
      const almost = rewards.map(reward => (reward === 0 ? 1e-12 : reward))
      const [exact, limit] = [rewards, almost].map(each =>
        biLevelGae({ values, rewards: each }, chosen).advantages.flat(),
      )
      present(exact).forEach((advantage, index) => t.true(Math.abs(advantage - nth(present(limit), index)) < 1e-9))
    }),
  )
})

/** The fault of the released code: a turn ends where its reward is not 0. */
const byRewards = ({ values, rewards }: TurnValues): TurnValues => {
  const joined: { values: number[]; reward: number }[] = []
  let open: number[] = []
  values.forEach((turn, index) => {
    open = [...open, ...turn]
    if (rewards[index] === 0) return
    joined.push({ values: open, reward: nth(rewards, index) })
    open = []
  })
  return { values: joined.map(each => each.values), rewards: joined.map(({ reward }) => reward) }
}

test('turns told by their rewards are found out', t => {
  const given = { values: [[0.5], [0.25]], rewards: [0, 1] }
  const chosen = { gamma: 1, turnGamma: 0.5, lambda: 1 }
  t.deepEqual(biLevelGae(given, chosen).advantages, [[0], [0.75]])
  t.deepEqual(biLevelGae(byRewards(given), chosen).advantages, [[0.5, 0.75]])
  t.is(byRewards({ ...given, rewards: [0, 0] }).values.length, 0)
})

test('two turns by hand', t => {
  const given = { values: [[0.2, 0.4], [0.6]], rewards: [0, 1] }
  const { advantages, returns } = biLevelGae(given, { gamma: 0.9, turnGamma: 0.5, lambda: 0.5 })
  /* Ends: 1 − 0.6 = 0.4; 0 + 0.5 · 0.6 − 0.4 + 0.25 · 0.4 = 0, so the first turn is worth 0.4. */
  /* Its tokens: 0.4 − 0.4 = 0; 0.9 · 0.4 − 0.2 + 0.45 · 0 = 0.16. */
  const rounded = (list: readonly (readonly number[])[]) => list.map(turn => turn.map(each => Number(each.toFixed(9))))
  t.deepEqual(rounded(advantages), [[0.16, 0], [0.4]])
  t.deepEqual(rounded(returns), [[0.36, 0.4], [1]])
})

test('a reward too few, an empty turn and a discount above 1 are refused', t => {
  const right = { gamma: 1, turnGamma: 1, lambda: 1 }
  t.throws(() => biLevelGae({ values: [[1]], rewards: [] }, right), { message: 'rewards must be 1, one a turn, got 0' })
  t.throws(() => biLevelGae({ values: [[]], rewards: [1] }, right), { instanceOf: RangeError })
  t.throws(() => biLevelGae({ values: [[1]], rewards: [1] }, { ...right, turnGamma: 2 }), {
    message: 'turnGamma must be in [0, 1], got 2',
  })
})
