/** SAC on Pendulum beside Stable-Baselines3: steps of worlds by its policy, gradient steps, and both in turn. */
import type { NetworkShape } from '../../src/contracts/models/network.ts'
import { initialiseNetwork } from '../../src/engine/networks/initialise-network.ts'
import { derive, rootKey } from '../../src/math/random.ts'
import { scaled, sizesOf, unscaled } from '../../src/methods/control/control-world.ts'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { sacUpdate } from '../../src/methods/vlm-rl/sac.ts'
import { squashedActions } from '../../src/methods/vlm-rl/squashed-normal.ts'
import { dated } from '../../src/run/events/dated.ts'
import { prepare } from '../../src/run/prepare.ts'
import { startLab } from '../../src/run/start-lab.ts'
import { transitionShape } from '../../src/store/transitions.ts'
import type { ChooseControls } from '../../src/vector/function-decisions.ts'
import { timed } from '../engine/in-turn.ts'
import { measureOf, type Peer } from '../engine/peer.ts'
import type { Comparison, PeerWork } from './comparison.ts'
import { startPeer, threads } from './start-peer.ts'

const [hidden, batch, capacity] = [[256, 256], 256, 100_000]
const [discount, learningRate, targetEvery] = [0.99, 3e-4, 50]
/** Steps of worlds in replay before anything is measured. */
const filled = 2000
/** Of each world in one call; as many as its gradient steps, divided by the worlds. */
const steps = 5
/** Of each world in one call where nothing is learnt. */
const played = 50
const updates = 8
/** Compilers need so many updates until speed settles. */
const warm = 100

export const sac: PeerWork = {
  title: 'Stable-Baselines3, SAC',
  caveat: `Policy and 2 critics ${hidden.join(' × ')}, batch ${batch}. Its target moves at every update, ours every ${targetEvery}.`,
  open: async ({ python }) => {
    const peer = await startPeer('sac.py', python)
    const lab = await openSac()
    const comparison = (part: 'play' | 'update' | 'loop', worlds: number, units: number): Comparison => ({
      work: `SAC on Pendulum: ${titles[part](worlds)}`,
      peer: 'Stable-Baselines3',
      unit: part === 'update' ? 'updates' : 'steps',
      ours: { measure: seconds => timed(() => lab[part](worlds), seconds), units },
      theirs: {
        measure: measureOf(peer, { work: part, worlds, batch, updates, steps: part === 'play' ? played : steps }),
        units,
      },
    })
    for (const worlds of [1, 8]) await begin(peer, worlds)
    return {
      versions: peer.versions,
      comparisons: [
        comparison('update', 8, updates),
        ...[1, 8].flatMap(worlds => [
          comparison('play', worlds, played * worlds),
          comparison('loop', worlds, steps * worlds),
        ]),
      ],
      close: async () => {
        peer.close()
        await lab.close()
      },
    }
  },
}

const worldsOf = (count: number): string => (count === 1 ? '1 world' : `${count} worlds`)
const titles = {
  play: (worlds: number) => `acting, ${worldsOf(worlds)}`,
  update: () => 'updates',
  loop: (worlds: number) => `an update a step, ${worldsOf(worlds)}`,
} as const

const begin = (peer: Peer, worlds: number) =>
  peer.ask({
    ...{ work: 'begin', worlds, filled, steps, batch, capacity, hidden, discount },
    rate: learningRate,
  })

/** Worlds, networks and replay of a lab, as a method has them. */
async function openSac() {
  const config = dated(await loadRunConfig({ method: 'pa-rl', environment: { name: 'control' }, engine: { threads } }))
  const preparation = await prepare(config, undefined)
  const { sizes, bounds } = sizesOf(preparation.world)
  const critic = { inputs: sizes.observation + sizes.action, hidden, members: 2, outputs: 1 }
  const shapes: Readonly<Record<string, NetworkShape>> = {
    policy: { inputs: sizes.observation, hidden, outputs: 2 * sizes.action },
    ...{ critic, 'critic-target': critic },
    temperature: { inputs: 1, outputs: 1 },
  }
  const networks = Object.entries(shapes).map(
    ([name, shape]) => [name, initialiseNetwork(shape, derive(rootKey(1), name))] as const,
  )
  const lab = await startLab({
    ...{ config, preparation, stored: {}, taps: {}, networks: Object.fromEntries(networks) },
    ...{ tell: () => {}, unsubscribed: new AbortController().signal },
  })
  const replay = lab.store('replay', { shape: transitionShape(sizes), capacity })
  const choose: ChooseControls = async (observations, keys) => {
    const outputs = await lab.network('policy').forward(observations)
    return unscaled(bounds, squashedActions(outputs, sizes.action, keys).actions)
  }
  const agent = { network: lab.network, sizes, discount, targetEvery, learningRate, entropyWeight: 1 }
  let calls = 0
  let made = 0
  const play = (worlds: number, count: number) =>
    lab.vectors.play({ worlds, steps: count, key: derive(lab.root, 'play', (calls += 1)), choose })
  const append = async (worlds: number, count: number): Promise<void> => {
    const { observations, controls, rewards, endings, nextObservations } = await play(worlds, count)
    replay.append({
      observation: observations,
      action: scaled(bounds, controls),
      reward: rewards,
      ending: endings,
      nextObservation: nextObservations,
    })
  }
  const update = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      const key = derive(lab.root, 'update', made)
      await sacUpdate(agent, replay.sample(derive(key, 'rows'), batch), key, made)
      made += 1
    }
  }
  await append(8, filled / 8)
  await update(warm)
  return {
    play: (worlds: number) => play(worlds, played),
    update: () => update(updates),
    loop: async (worlds: number) => {
      await append(worlds, steps)
      await update(steps * worlds)
    },
    close: () => lab.stop(),
  }
}
