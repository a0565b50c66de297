/** Networks beside the language models of an engine, under names of their own. */
import type { NetworkEngine, ModelEngine, LoadedModel } from '../../contracts/models/model-engine.ts'
import type { TrainedNetworkState } from '../../contracts/models/network.ts'
import type { AroundNative } from '../../contracts/actor.ts'
import type { DeviceOptions } from '../open-device.ts'
import { saveNetwork } from '../../model/network-file.ts'
import { concatenated } from '../../model/tensors/side-by-side.ts'
import { loaded } from '../semantics/loaded.ts'
import { openTrainableNetwork } from './open-trainable-network.ts'
import type { TrainableNetwork } from './trainable-network.ts'

/** The trainable networks of an engine; those who only run them share them. */
export type NetworksByName = Map<string, TrainableNetwork>

interface WithNetworksOptions {
  readonly engine: DeviceOptions
  /** Around every call into ONNX Runtime. */
  readonly around?: AroundNative
}

/** @param networks where they are kept. */
export function withNetworks(
  models: ModelEngine,
  networks: NetworksByName,
  { engine, around }: WithNetworksOptions,
): NetworkEngine {
  const networkOf = (name: string): TrainableNetwork => loaded(networks, name, 'network')
  const open = async (name: string, state: TrainedNetworkState): Promise<LoadedModel> => {
    const opened = await openTrainableNetwork({ name, state, engine, around })
    await networks.get(name)?.close()
    networks.set(name, opened)
    return { contextTokens: 0, reproducible: true, durable: false, branches: false, clips: true, entropy: false }
  }
  const rowsIn = (name: string, rows: Float32Array): number => rows.length / networkOf(name).inputs
  return {
    ...models,
    load: (model, reference) =>
      reference.kind === 'network' ? open(model, reference.state) : models.load(model, reference),
    forward: (network, all) => forwardTogether(networkOf(network), all),
    backward: (network, rows, outputGradients) =>
      networkOf(network).backward(rows, outputGradients, rowsIn(network, rows)),
    rowGradients: (network, rows, outputGradients) =>
      networkOf(network).rowGradients(rows, outputGradients, rowsIn(network, rows)),
    optimStep: (model, options) => networks.get(model)?.optimStep(options) ?? models.optimStep(model, options),
    save: async (model, folder, options) => {
      const network = networks.get(model)
      await (network === undefined ? models.save(model, folder, options) : saveNetwork(folder, await network.save()))
    },
    snapshot: async model => {
      const network = networks.get(model)
      return network === undefined ? models.snapshot(model) : { kind: 'network', state: await network.save() }
    },
    close: async () => {
      for (const network of networks.values()) await network.close()
      networks.clear()
      await models.close()
    },
  }
}

/** No row depends on those beside it. @throws {RangeError} if one caller's rows are none. */
async function forwardTogether(
  { inputs, outputs, forward }: TrainableNetwork,
  all: readonly Float32Array[],
): Promise<readonly Float32Array[]> {
  const [only] = all
  if (only !== undefined && all.length === 1) return [await forward(only, only.length / inputs)]
  const counts = all.map(({ length }) => length / inputs)
  const odd = counts.find(count => !Number.isInteger(count) || count < 1)
  if (odd !== undefined) throw new RangeError(`count must be a positive integer, got ${odd}`)
  const joined = concatenated(Float32Array, all)
  const found = await forward(joined, joined.length / inputs)
  let place = 0
  return counts.map(count => {
    place += count
    return found.slice((place - count) * outputs, place * outputs)
  })
}
