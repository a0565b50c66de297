/** Networks beside the language models of an engine, under names of their own. */
import type { NetworkEngine, ModelEngine, LoadedModel } from '../../contracts/models/model-engine.ts'
import type { TrainedNetworkState } from '../../contracts/models/network.ts'
import type { AroundNative } from '../local/sessions/runtime.ts'
import type { DeviceOptions } from '../open-device.ts'
import { saveNetwork } from '../../model/network-file.ts'
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
  { engine, around = work => work() }: WithNetworksOptions,
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
    forward: (network, rows) => networkOf(network).forward(rows, rowsIn(network, rows)),
    backward: (network, rows, outputGradients) =>
      networkOf(network).backward(rows, outputGradients, rowsIn(network, rows)),
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
