/** Handles of the networks on the engine, over the requests to it. */
import { addresses } from '../../contracts/addresses.ts'
import type { Client } from '../../contracts/messages/client.ts'
import { rowOutputs } from '../../contracts/models/network-layout.ts'
import type { TrainedNetworkState } from '../../contracts/models/network.ts'
import type { NetworkHandle } from '../../contracts/models/network-handle.ts'
import { loaded } from '../../engine/semantics/loaded.ts'
import { adamDefaults } from '../../math/adamw.ts'

/** The networks that a run starts from, by their names on the engine. */
export type NetworkStates = Readonly<Record<string, TrainedNetworkState>>

/**
 * @param states of which the shapes are read.
 * @returns for each name one handle. @throws {RangeError} from it, if there is no network of that name.
 */
export function createNetworks(client: Pick<Client, 'call'>, states: NetworkStates): (name: string) => NetworkHandle {
  const handles = new Map(Object.entries(states).map(([name, state]) => [name, networkHandle(client, name, state)]))
  return name => loaded(handles, name, 'network')
}

function networkHandle({ call }: Pick<Client, 'call'>, name: string, state: TrainedNetworkState): NetworkHandle {
  const asked = { to: addresses.gpu, model: name } as const
  const snapshot = async (): Promise<TrainedNetworkState> => {
    const { reference } = await call({ kind: 'snapshot', ...asked })
    if (reference.kind === 'network') return reference.state
    throw new Error(`the snapshot of network ${name} is of a language model`)
  }
  return {
    name,
    inputs: state.shape.inputs,
    outputs: rowOutputs(state.shape),
    forward: async rows => (await call({ kind: 'forward', ...asked, rows })).outputs,
    backward: async (rows, outputGradients) => {
      await call({ kind: 'backward', ...asked, rows, outputGradients })
    },
    rowGradients: async (rows, outputGradients) =>
      (await call({ kind: 'row-gradients', ...asked, rows, outputGradients })).rowGradients,
    optimStep: async options =>
      (await call({ kind: 'optim-step', ...asked, options: { ...adamDefaults, ...options } })).updated,
    snapshot,
    load: async other => {
      await call({ kind: 'load', ...asked, reference: { kind: 'network', state: other } })
    },
  }
}
