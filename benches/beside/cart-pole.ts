/** Steps of CartPole with a network that draws the actions, beside Gymnasium and Stable-Baselines3. */
import { setTimeout as wait } from 'node:timers/promises'
import { initialiseNetwork } from '../../src/engine/networks/initialise-network.ts'
import type { NetworkSource } from '../../src/contracts/models/network.ts'
import { rootKey } from '../../src/math/random.ts'
import { ratesBetween, startWorlds } from '../../src/throughput/worlds/run.ts'
import { processorMs, type Measure } from '../engine/in-turn.ts'
import { measureOf } from '../engine/peer.ts'
import type { Comparison, PeerWork } from './comparison.ts'
import { startPeer, threads } from './start-peer.ts'

const worlds = 1024
const hidden = [256, 256]
const [inputs, outputs] = [4, 2]
const networks: Readonly<Record<'some' | 'none', NetworkSource>> = {
  some: { kind: 'feed-forward', state: initialiseNetwork({ inputs, hidden, outputs }, rootKey(1)) },
  none: { kind: 'none', inputs, outputs },
}
/** Compilers and queues need that long, in seconds, until speed settles. */
const warmSeconds = 1
/** Steps of all worlds in one call of the peer. */
const calls = { numpy: 20, sync: 3, dummy: 3 }

export const cartPole: PeerWork = {
  title: 'Gymnasium and Stable-Baselines3',
  caveat:
    'Ours runs worlds and network in two threads. The numpy version is written for this world, as is ours; the others take any.',
  open: async ({ python }) => {
    const peer = await startPeer('cart_pole.py', python)
    const comparison = (name: string, way: keyof typeof calls, network: keyof typeof networks): Comparison => {
      const asked = { work: 'steps', way, worlds, hidden: network === 'some' ? hidden : [], calls: calls[way] }
      const by = network === 'some' ? `a network of ${hidden.join(' × ')}` : 'random actions'
      return {
        work: `${worlds} worlds of CartPole, ${by}`,
        peer: name,
        unit: 'steps',
        ours: { measure: ours(networks[network]), units: 1 },
        theirs: { measure: measureOf(peer, asked), units: worlds * calls[way] },
      }
    }
    return {
      versions: peer.versions,
      comparisons: [
        comparison('Gymnasium, vectorised in numpy', 'numpy', 'some'),
        comparison('Gymnasium, `SyncVectorEnv`', 'sync', 'some'),
        comparison('Stable-Baselines3, `DummyVecEnv`', 'dummy', 'some'),
        comparison('Gymnasium, vectorised in numpy', 'numpy', 'none'),
      ],
      close: async () => peer.close(),
    }
  },
}

/** One step of one world, of the whole runtime. */
const ours =
  (network: NetworkSource): Measure =>
  async seconds => {
    const module = new URL('../../examples/cart-pole.js', import.meta.url).href
    const run = await startWorlds({
      ...{ source: { module, options: {} }, threads, worlds, network, outputs },
      ...{
        engine: { engine: 'onnx', threads },
        temperature: 1,
        seed: 1,
        maxRows: 256,
        maxBatch: 1024,
        link: {},
        profile: null,
        actor: null,
      },
    })
    const read = async () => ({ counts: await run.read(), at: performance.now(), processor: processorMs() })
    /** Of both clocks, so that on a busy machine as much is done as on an idle one. */
    const pass = async (ms: number): Promise<void> => {
      const [start, spent] = [performance.now(), processorMs()]
      while (Math.min(performance.now() - start, processorMs() - spent) < ms) await wait(20)
    }
    try {
      await pass(1000 * Math.min(seconds, warmSeconds))
      const before = await read()
      await pass(1000 * seconds)
      const after = await read()
      const elapsed = after.at - before.at
      const steps = (ratesBetween(before.counts, after.counts).stepsPerSecond * elapsed) / 1000
      return { ms: elapsed / steps, processorMs: (after.processor - before.processor) / steps }
    } finally {
      await run.stop()
    }
  }
