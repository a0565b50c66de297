/** The learners as VLM-RL has them: their networks, and that they learn from the rewards that are written. */
import test from 'ava'
import { road } from '../../../environments/road/index.ts'
import { endings } from '../../../src/contracts/worlds/vector-world.ts'
import { lookUp } from '../../../src/math/look-up.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { loadMethod } from '../../../src/methods/registry/registry.ts'
import { loadRunConfig } from '../../../src/methods/registry/run-config.ts'
import { drivingNetworks, drivingOf } from '../../../src/methods/vlm-rl/driving.ts'
import { learners } from '../../../src/methods/vlm-rl/learners.ts'
import type { VlmRlConfig } from '../../../src/methods/vlm-rl/settings.ts'
import { asWorld } from '../../../src/vector/as-world.ts'
import { plainHandle } from './plain-handle.ts'

const world = asWorld({ name: 'the road', module: null }, road({}, { worlds: 1, key: rootKey(1) }))

const configOf = async (methodOptions: object) => {
  const small = { vision: false, hidden: [4], batch: 5, ppo: { epochs: 2 }, ...methodOptions }
  const config = await loadRunConfig({ method: 'vlm-rl', environment: { name: 'road' }, methodOptions: small })
  return config as VlmRlConfig
}

test('a learner has its own networks beside policy and encoder', async t => {
  const method = await loadMethod('vlm-rl')
  const namesOf = async (learner: 'sac' | 'ppo') =>
    Object.keys(method.networks(await configOf({ learner }), world)).sort()
  t.deepEqual(await namesOf('sac'), ['critic', 'critic-target', 'encoder', 'policy', 'temperature'])
  t.deepEqual(await namesOf('ppo'), ['encoder', 'policy', 'value'])
})

test('PPO learns from the rewards that are written, keeps those of the world as they are, and stores nothing', async t => {
  const config = await configOf({ learner: 'ppo' })
  const driving = drivingOf(world, config.methodOptions)
  const [worlds, steps] = [2, 6]
  const random = randomFrom(rootKey(2))
  const numbers = (length: number) => Float32Array.from({ length }, () => random.uniform())
  const count = worlds * steps
  const rewards = new Float32Array(count)
  const rows = {
    ...{ worlds, steps, actions: new Int32Array(count), rewards, controls: numbers(2 * count) },
    observations: numbers(count * driving.sizes.observation),
    nextObservations: numbers(count * driving.sizes.observation),
    endings: Uint8Array.from({ length: count }, (_, row) => (row === 4 ? endings.terminal : endings.none)),
  }
  const { methodOptions } = config
  const shapes = { ...drivingNetworks(driving, methodOptions), ...learners.ppo.networks(driving, methodOptions) }
  const take = await learners.ppo.load()
  const found = numbers(count)
  /** The policy after an iteration. @param given rewards of the world. @param written over them, in two parts. */
  const learnt = async (given: Float32Array, written: Float32Array | null) => {
    const networks = new Map(
      Object.entries(shapes).map(([name, shape]) => [name, plainHandle(name, shape, derive(rootKey(3), name))]),
    )
    const store = () => t.fail('a store was opened')
    const lab = { config, root: rootKey(4), network: (name: string) => lookUp(networks, name), store }
    const played = { iteration: 1, rows: { ...rows, rewards: given }, driving, learningRate: 0.01 }
    const { write, learn } = take(lab, played)
    if (written !== null) for (const from of [0, 7]) write(from, written.subarray(from, from === 0 ? 7 : count))
    const { models, entropy } = await learn()
    t.true(entropy !== null && models['value']?.loss !== null)
    /* Batches of 5, 5 and 2 rows, twice over. */
    t.like(models.policy, { samples: 24, updates: 6, learningRate: 0.01 })
    return (await lookUp(networks, 'policy').snapshot()).weights
  }
  const wanted = await learnt(found, null)
  t.deepEqual(await learnt(rewards, found), wanted)
  t.notDeepEqual(await learnt(rewards, null), wanted)
  t.true(rewards.every(reward => reward === 0))
})
