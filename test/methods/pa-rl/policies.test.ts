/** The supervised loss of each class of policy: its gradient is that of finite differences, and it learns the data. */
import test from 'ava'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { autoregressive } from '../../../src/methods/pa-rl/policies/autoregressive.ts'
import { diffusion } from '../../../src/methods/pa-rl/policies/diffusion.ts'
import { mixture } from '../../../src/methods/pa-rl/policies/mixture.ts'
import type { PolicyClass } from '../../../src/methods/pa-rl/policies/policy-class.ts'
import { initialiseNetwork } from '../../../src/engine/networks/initialise-network.ts'
import { plainPasses } from '../../../src/engine/networks/plain-passes.ts'
import { trainableNetwork } from '../../../src/engine/networks/trainable-network.ts'
import { adamDefaults } from '../../../src/math/adamw.ts'

const sizes = { observation: 1, action: 2 }
const classes: Readonly<Record<string, PolicyClass>> = {
  gaussian: mixture(sizes, [16], 1),
  mixture: mixture(sizes, [16], 3),
  diffusion: diffusion(sizes, [16], 5),
  categorical: autoregressive(sizes, [16], 21),
}

/** A network as a handle has it. */
function networkOf({ shape }: PolicyClass) {
  const own = trainableNetwork('policy', initialiseNetwork(shape, rootKey(3)), plainPasses(shape))
  return {
    forward: (rows: Float32Array) => own.forward(rows, rows.length / shape.inputs),
    backward: (rows: Float32Array, gradients: Float32Array) =>
      own.backward(rows, gradients, rows.length / shape.inputs),
    step: (learningRate: number) => own.optimStep({ ...adamDefaults, learningRate }),
  }
}

for (const [name, policy] of Object.entries(classes)) {
  test(`${name}: the gradient of the loss by what the network says is that of finite differences`, async t => {
    const random = randomFrom(rootKey(1))
    const observations = Float32Array.of(0.3, -0.2, 0.9)
    const actions = Float32Array.from({ length: 6 }, () => 1.8 * random.uniform() - 0.9)
    const wanted = { actions, key: rootKey(7) }
    /* The network says these numbers, call after call, whatever it is asked. */
    const numbers = Float32Array.from({ length: 3 * 21 * 2 }, () => 0.5 * random.normal())
    const { outputs } = policy.shape
    const gradients: number[] = []
    const lossOf = (said: Float32Array) => {
      let [at, backed] = [0, 0]
      gradients.length = 0
      return policy.fit(
        {
          forward: async rows => said.slice(at, (at += (rows.length / policy.shape.inputs) * outputs)),
          backward: async (_, found) => {
            backed += found.length
            gradients.push(...found)
            t.is(backed, at)
          },
        },
        observations,
        wanted,
      )
    }
    await lossOf(numbers)
    const found = [...gradients]
    for (const [place, slope] of found.entries()) {
      const moved = async (by: number) => {
        const other = numbers.slice()
        other[place] = (numbers[place] ?? 0) + by
        return lossOf(other)
      }
      const difference = ((await moved(1e-2)) - (await moved(-1e-2))) / 2e-2
      t.true(Math.abs(difference - slope) < 2e-3, `${place}: ${slope}, and ${difference} by differences`)
    }
  })

  test(`${name}: samples are of the keys alone, row by row, and stay in [−1, 1]`, async t => {
    const network = networkOf(policy)
    const keys = [rootKey(1), rootKey(2)]
    const both = await policy.sample(network, Float32Array.of(0.5, -0.5), { keys, repeat: 3 })
    t.is(both.length, 12)
    t.true(both.every(value => Math.abs(value) <= 1))
    const second = await policy.sample(network, Float32Array.of(-0.5), { keys: [rootKey(2)], repeat: 3 })
    t.deepEqual(second, both.slice(6))
  })

  test(`${name}: it learns where the actions of the data are`, async t => {
    const network = networkOf(policy)
    const observations = new Float32Array(64)
    for (let index = 0; index < 120; index += 1) {
      const key = derive(rootKey(5), index)
      const random = randomFrom(key)
      const actions = Float32Array.from(
        { length: 128 },
        (_, place) => (place % 2 === 0 ? 0.6 : -0.4) + 0.05 * random.normal(),
      )
      await policy.fit(network, observations, { actions, key })
      await network.step(1e-2)
    }
    const drawn = await policy.sample(network, new Float32Array(1), { keys: [rootKey(9)], repeat: 200 })
    const mean = (part: number) =>
      drawn.filter((_, place) => place % 2 === part).reduce((sum, value) => sum + value, 0) / 200
    t.true(Math.abs(mean(0) - 0.6) < 0.1 && Math.abs(mean(1) + 0.4) < 0.1, `${mean(0)} ${mean(1)}`)
  })
}
