import type { NetworkShape } from '../../../contracts/models/network.ts'
import type { NetworkHandle } from '../../../contracts/models/network-handle.ts'
import type { Key } from '../../../math/random.ts'

/** By which a policy is asked and fitted: the verbs of a network that a class needs. */
type PolicyNetwork = Pick<NetworkHandle, 'forward' | 'backward'>

/** A kind of policy: how its network is read, and its own supervised loss. No gradient of a critic comes here. */
export interface PolicyClass {
  readonly shape: NetworkShape
  /**
   * @param observations [count × observation]
   * @param keys [count], of all chance.
   * @returns [count × repeat × action], in [−1, 1].
   */
  readonly sample: (
    network: PolicyNetwork,
    observations: Float32Array,
    draws: { readonly keys: readonly Key[]; readonly repeat: number },
  ) => Promise<Float32Array>
  /** Accumulates the gradient of the mean loss of these actions. @returns that loss. */
  readonly fit: (
    network: PolicyNetwork,
    observations: Float32Array,
    wanted: { readonly actions: Float32Array; readonly key: Key },
  ) => Promise<number>
}
