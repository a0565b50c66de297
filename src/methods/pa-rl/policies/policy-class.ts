import type { NetworkShape } from '../../../contracts/models/network.ts'
import type { NetworkHandle } from '../../../contracts/models/network-handle.ts'
import type { Key } from '../../../math/random.ts'

/** Numbers of an observation and of an action; actions are scaled to [−1, 1]. */
export interface ControlSizes {
  readonly observation: number
  readonly action: number
}

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

export const withinUnit = (value: number): number => Math.min(1, Math.max(-1, value))

/** Each row so many times, one behind the other. */
export function repeatedRows(rows: Float32Array, size: number, repeat: number): Float32Array {
  const result = new Float32Array(rows.length * repeat)
  for (let place = 0; place * size < rows.length; place += 1)
    for (let copy = 0; copy < repeat; copy += 1)
      result.set(rows.subarray(place * size, (place + 1) * size), (place * repeat + copy) * size)
  return result
}

/** Rows of several tables beside each other. @param tables each [count × size]. */
export function besideRows(...tables: readonly (readonly [rows: Float32Array, size: number])[]): Float32Array {
  const width = tables.reduce((sum, [, size]) => sum + size, 0)
  const [first] = tables
  const count = first === undefined ? 0 : first[0].length / first[1]
  const result = new Float32Array(count * width)
  let start = 0
  for (const [rows, size] of tables) {
    for (let row = 0; row < count; row += 1)
      result.set(rows.subarray(row * size, (row + 1) * size), row * width + start)
    start += size
  }
  return result
}
