/** SAC: gradients against differences, and learning on a world of one step. */
import test from 'ava'
import { endings } from '../../../src/contracts/worlds/vector-world.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import type { NetworkShape } from '../../../src/contracts/models/network.ts'
import { rowKeys } from '../../../src/methods/control/rows.ts'
import { sacUpdate } from '../../../src/methods/vlm-rl/sac.ts'
import { squashedActions } from '../../../src/methods/vlm-rl/squashed-normal.ts'
import { lookUp } from '../../../src/math/look-up.ts'
import { plainHandle } from './plain-handle.ts'

test('gradients of squashed actions are those of differences, with the noise as it was drawn', t => {
  const keys = rowKeys(rootKey(1), 3)
  const outputs = Float32Array.of(0.3, -0.2, -0.5, 0.1, 1.2, 0, 0.4, -1, -0.7, 0.9, -6, 3)
  const byAction = Float32Array.of(0.5, -1, 2, 0.3, -0.4, 1)
  const lossOf = (at: Float32Array): number => {
    const { actions, logprobs } = squashedActions(at, 2, keys)
    return (
      actions.reduce((sum, value, place) => sum + value * (byAction[place] ?? 0), 0) +
      logprobs.reduce((sum, value) => sum + 0.7 * value, 0)
    )
  }
  const found = squashedActions(outputs, 2, keys).gradients(byAction, 0.7)
  for (const [place, slope] of found.entries()) {
    const moved = (by: number) => outputs.map((value, each) => (each === place ? value + by : value))
    const wanted = (lossOf(moved(1e-2)) - lossOf(moved(-1e-2))) / 2e-2
    t.true(Math.abs(slope - wanted) < 2e-2, `${place}: ${slope}, ${wanted}`)
  }
})

test('the likeliest actions are squashed means', t => {
  const { actions } = squashedActions(Float32Array.of(0.5, -2, 0, 0), 2, null)
  t.true(Math.abs((actions[0] ?? 0) - Math.tanh(0.5)) < 1e-6 && Math.abs((actions[1] ?? 0) - Math.tanh(-2)) < 1e-6)
})

test('SAC finds the best action of each state, and keeps the entropy that is wanted', async t => {
  const shapes: Readonly<Record<string, NetworkShape>> = {
    policy: { inputs: 1, hidden: [16], outputs: 2 },
    critic: { inputs: 2, hidden: [16], members: 2, outputs: 1 },
    'critic-target': { inputs: 2, hidden: [16], members: 2, outputs: 1 },
    temperature: { inputs: 1, outputs: 1 },
  }
  const networks = new Map(
    Object.entries(shapes).map(([name, shape]) => [name, plainHandle(name, shape, derive(rootKey(2), name))] as const),
  )
  const agent = { network: (name: string) => lookUp(networks, name), sizes: { observation: 1, action: 1 } }
  const random = randomFrom(rootKey(3))
  const count = 32
  let entropy = 0
  for (let index = 0; index < 500; index += 1) {
    const observation = Float32Array.from({ length: count }, () => (random.uniform() < 0.5 ? -1 : 1))
    const action = observation.map(() => 2 * random.uniform() - 1)
    const batch = {
      ...{ observation, action, nextObservation: observation },
      reward: action.map((value, row) => -4 * (value - 0.5 * (observation[row] ?? 0)) ** 2),
      ending: new Uint8Array(count).fill(endings.terminal),
    }
    const options = { ...agent, discount: 0.9, targetEvery: 10, entropyWeight: 1, learningRate: 0.01 }
    entropy = (await sacUpdate(options, batch, derive(rootKey(4), index), index)).entropy
  }
  const means = squashedActions(await agent.network('policy').forward(Float32Array.of(-1, 1)), 1, null).actions
  t.true(Math.abs((means[0] ?? 0) + 0.5) < 0.2 && Math.abs((means[1] ?? 0) - 0.5) < 0.2, [...means].join(' '))
  t.true(Math.abs(entropy + 1) < 0.7, String(entropy))
})
