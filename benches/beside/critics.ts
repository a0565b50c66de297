/** Training steps of an ensemble of critics beside PyTorch: the loss of a batch, its gradients, AdamW. */
import { z } from 'zod'
import { networkTensors } from '../../src/contracts/models/network-layout.ts'
import { initialiseNetwork } from '../../src/engine/networks/initialise-network.ts'
import { openTrainableNetwork } from '../../src/engine/networks/open-trainable-network.ts'
import type { TrainableNetwork } from '../../src/engine/networks/trainable-network.ts'
import { adamDefaults } from '../../src/math/adamw.ts'
import { nth } from '../../src/math/nth.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { timed } from '../engine/in-turn.ts'
import { measureOf, type Peer } from '../engine/peer.ts'
import type { Comparison, PeerWork } from './comparison.ts'
import { startPeer, threads } from './start-peer.ts'

const [count, inputs, members] = [256, 23, 10]
const learningRate = 3e-4
/** Steps after which both must say the same. */
const checked = 3

export const critics: PeerWork = {
  title: 'PyTorch, critics',
  caveat: `Batch ${count}. Ours also checks for finite numbers.`,
  open: async ({ python }) => {
    const peer = await startPeer('critics.py', python)
    const plain = await contender(peer, 'plain', false)
    const normalised = await contender(peer, 'layer norm', true)
    return {
      versions: peer.versions,
      comparisons: [plain.comparison, normalised.comparison],
      close: async () => {
        peer.close()
        await plain.network.close()
        await normalised.network.close()
      },
    }
  },
}

/** Both sides with the same weights, which say the same after some steps. */
async function contender(peer: Peer, name: string, layerNorm: boolean) {
  const shape = { inputs, hidden: [256, 256], members, layerNorm, outputs: 1 }
  const state = initialiseNetwork(shape, rootKey(1))
  const random = randomFrom(rootKey(2))
  const rows = Float32Array.from({ length: count * inputs }, () => random.normal())
  const targets = Float32Array.from({ length: count }, () => random.normal())
  const network = await openTrainableNetwork({ name, state, engine: { engine: 'onnx', threads } })
  const step = async (): Promise<void> => {
    const outputs = await network.forward(rows, count)
    const slopes = outputs.map((value, place) => (2 * (value - nth(targets, Math.floor(place / members)))) / count)
    await network.backward(rows, slopes, count)
    await network.optimStep({ ...adamDefaults, clipNorm: 1e9, learningRate })
  }
  const sizes = networkTensors(shape)
  const weights = Object.fromEntries(
    Object.entries(state.weights).map(([tensor, data]) => [tensor, { shape: sizes.get(tensor), data: [...data] }]),
  )
  await peer.ask({ work: 'begin', name, weights, rows: [...rows], targets: [...targets], count, rate: learningRate })
  for (let made = 0; made < checked; made += 1) await step()
  await requireSame(peer, name, await network.forward(rows, count))
  const comparison: Comparison = {
    work: `training step of ${members} critics 256 × 256, ${name}`,
    peer: 'PyTorch, eager',
    unit: 'steps',
    ours: { measure: seconds => timed(step, seconds), units: 1 },
    theirs: { measure: measureOf(peer, { work: 'step', name }), units: 1 },
  }
  return { comparison, network }
}

const said = z.object({ outputs: z.array(z.number()) })

/** @throws {Error} if the two differ by more than their rounding. */
async function requireSame(
  peer: Peer,
  name: string,
  ours: Awaited<ReturnType<TrainableNetwork['forward']>>,
): Promise<void> {
  const { outputs } = said.parse(await peer.ask({ work: 'check', name, steps: checked }))
  const far = ours.findIndex((value, place) => Math.abs(value - nth(outputs, place)) > 1e-3)
  if (far >= 0)
    throw new Error(`critics with ${name} must say ${String(outputs[far])} of place ${far}, got ${String(ours[far])}`)
}
