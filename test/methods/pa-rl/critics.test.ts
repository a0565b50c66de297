/** The parts of critics that are formulas. */
import test from 'ava'
import { randomFrom, rootKey } from '../../../src/math/random.ts'
import { conservativeSlopes, leastOf } from '../../../src/methods/pa-rl/cal-ql.ts'
import { actionValues, readEnsemble } from '../../../src/methods/pa-rl/ensemble.ts'
import { refreshTarget } from '../../../src/methods/control/updates.ts'
import { updatesBefore } from '../../../src/methods/pa-rl/learn.ts'
import type { PaRlOptions } from '../../../src/methods/pa-rl/settings.ts'
import { expectileSlope } from '../../../src/methods/pa-rl/iql.ts'
import { returnsOf } from '../../../src/methods/pa-rl/replay.ts'
import { scaled, unscaled } from '../../../src/methods/control/control-world.ts'

const near = (a: number, b: number): boolean => Math.abs(a - b) < 2e-3

test('the slopes of the regulariser are those of finite differences, and values under the return that followed are left', t => {
  const [count, members, repeat] = [2, 3, 2]
  const random = randomFrom(rootKey(1))
  const said = Float32Array.from({ length: count * (1 + 2 * repeat) * members }, () => 2 * random.normal())
  const values = Float32Array.of(0.3, -5)
  const at = (numbers: Float32Array, place: number): number => numbers[place] ?? NaN
  const lossOf = (numbers: Float32Array): number => {
    let loss = 0
    for (let row = 0; row < count; row += 1)
      for (let member = 0; member < members; member += 1) {
        const others = Array.from({ length: 2 * repeat }, (_, index) => {
          const group = index < repeat ? count : count * (1 + repeat)
          const q = at(numbers, (group + row * repeat + (index % repeat)) * members + member)
          return index < repeat ? Math.max(q, at(values, row)) : q
        })
        loss += Math.log(others.reduce((sum, q) => sum + Math.exp(q), 0)) - at(numbers, row * members + member)
      }
    return loss
  }
  const slopes = conservativeSlopes(said, { count, members, repeat, values })
  for (const [place, slope] of slopes.entries()) {
    const moved = (by: number) => said.map((value, each) => (each === place ? value + by : value))
    t.true(near((lossOf(moved(1e-2)) - lossOf(moved(-1e-2))) / 2e-2, slope), String(place))
  }
  t.true(slopes.some(slope => slope === 0))
})

test('the target network is a copy of the critic at the first update and after every so many, over the bounds of iterations', async t => {
  const options = { offline: { iterations: 3, updates: 4 }, online: { updates: 5 } } as PaRlOptions
  const due: number[] = []
  for (let iteration = 1, made = 0; iteration <= 6; iteration += 1) {
    t.is(updatesBefore(iteration, options), made)
    for (const last = made + (iteration > 3 ? 5 : 4); made < last; made += 1) {
      const network = (name: string) => ({
        snapshot: () => Promise.resolve(`of ${name}`),
        load: (weights: string) =>
          Promise.resolve(void due.push(weights === 'of critic' && name === 'critic-target' ? made : NaN)),
      })
      await refreshTarget(network as never, { update: made, every: 6 })
    }
  }
  t.deepEqual(due, [0, 6, 12, 18, 24])
})

test('of some members the least value counts', t => {
  const values = Float32Array.of(1, 2, 3, 6, 5, 4)
  t.deepEqual(leastOf(values, { members: 3, subsample: 3 }, rootKey(1)), Float32Array.of(1, 4))
  const two = leastOf(values, { members: 3, subsample: 2 }, rootKey(2))
  t.true([1, 2].includes(two[0] ?? NaN) && [4, 5].includes(two[1] ?? NaN))
})

test('the value of an ensemble is the mean of its members, and so is its gradient, of numbers and of distributions', async t => {
  const sizes = { observation: 1, action: 2 }
  for (const bins of [null, { low: -1, high: 1, count: 3 }]) {
    const options = { members: 2, hidden: [], bins }
    const width = 2 * (bins?.count ?? 1)
    const weights = Float32Array.from({ length: 3 * width }, (_, place) => Math.sin(place))
    const network = {
      forward: async (rows: Float32Array) =>
        Float32Array.from({ length: (rows.length / 3) * width }, (_, place) =>
          [0, 1, 2].reduce(
            (sum, input) =>
              sum +
              (rows[Math.floor(place / width) * 3 + input] ?? 0) * (weights[input * width + (place % width)] ?? 0),
            0,
          ),
        ),
      rowGradients: async (rows: Float32Array, gradients: Float32Array) =>
        rows.map((_, place) =>
          Array.from({ length: width }, (__, output) => output).reduce(
            (sum, output) =>
              sum +
              (gradients[Math.floor(place / 3) * width + output] ?? 0) * (weights[(place % 3) * width + output] ?? 0),
            0,
          ),
        ),
    }
    const q = actionValues(network, sizes, options)
    const action = Float32Array.of(0.3, -0.4)
    const found = await q(Float32Array.of(0.5), action)
    const slopes = await found.slopes()
    for (const part of [0, 1]) {
      const moved = async (by: number) =>
        (
          await q(
            Float32Array.of(0.5),
            action.map((value, each) => (each === part ? value + by : value)),
          )
        ).values[0] ?? NaN
      t.true(near(((await moved(1e-2)) - (await moved(-1e-2))) / 2e-2, slopes[part] ?? NaN))
    }
  }
})

test('the loss of an ensemble is the mean over members, its gradient of each member alone', t => {
  const { loss, gradients } = readEnsemble(Float32Array.of(1, 3, 0, 4), { members: 2, hidden: [], bins: null }).loss(
    Float32Array.of(2, 2),
  )
  t.is(loss, (1 + 1 + 4 + 4) / 4)
  t.deepEqual(gradients, Float32Array.of(-1, 1, -2, 2))
})

test('an expectile pulls up by τ and down by 1 − τ', t => {
  t.true(near(expectileSlope(-2, 0.7), -2.8))
  t.true(near(expectileSlope(2, 0.7), 1.2))
})

test('returns end with an episode; one that is cut off goes on with its last reward', t => {
  const returns = returnsOf(
    { reward: Float32Array.of(-1, 0, -1, -1), ending: Uint8Array.of(0, 1, 0, 2) },
    0.5,
    row => row === 3,
  )
  t.deepEqual(returns, Float32Array.of(-1, 0, -2, -2))
})

test('actions are scaled to [−1, 1] and back', t => {
  const bounds = { low: [-2, 0], high: [2, 10] }
  t.deepEqual(scaled(bounds, Float32Array.of(0, 5, 2, 0, -9, 10)), Float32Array.of(0, 0, 1, -1, -1, 1))
  t.deepEqual(unscaled(bounds, Float32Array.of(0, 0, 1, -1)), Float32Array.of(0, 5, 2, 0))
})
