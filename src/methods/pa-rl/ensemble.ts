/** Q of a state and an action, by an ensemble; each member says a number, or a distribution over values. */
import type { NetworkHandle } from '../../contracts/models/network-handle.ts'
import type { NetworkShape } from '../../contracts/models/network.ts'
import { categoricalValueLoss, expectedValues, type ValueBins } from '../../losses/categorical-value.ts'
import { besideRows } from '../control/rows.ts'
import type { ControlSizes } from '../control/control-world.ts'

export interface EnsembleOptions {
  readonly members: number
  readonly hidden: readonly number[]
  /** `null`: each member says a number. */
  readonly bins: ValueBins | null
}

/** What the members say of rows. */
interface Said {
  /** [rows × members] */
  readonly values: Float32Array
  /** From ∂/∂value [rows × members] to ∂/∂output. */
  readonly gradients: (slopes: Float32Array) => Float32Array
  /**
   * The mean loss over rows of each member with these targets, and its gradient by the outputs.
   *
   * @param targets [rows]
   */
  readonly loss: (targets: Float32Array) => { readonly loss: number; readonly gradients: Float32Array }
}

/** Mean values of the ensemble, and their gradient by the action. */
interface Valued {
  /** [rows] */
  readonly values: Float32Array
  /** [rows × action] ∇ₐQ */
  readonly slopes: () => Promise<Float32Array>
}

/** The critic as an action is improved by it. */
export type ActionValues = (observations: Float32Array, actions: Float32Array) => Promise<Valued>

export const ensembleShape = (
  { observation, action }: ControlSizes,
  { members, hidden, bins }: EnsembleOptions,
): NetworkShape => ({
  ...{ inputs: observation + action, hidden, layerNorm: true, members },
  outputs: bins?.count ?? 1,
})

export function readEnsemble(outputs: Float32Array, { members, bins }: EnsembleOptions): Said {
  const rowsOf = (targets: Float32Array): Float32Array =>
    Float32Array.from({ length: targets.length * members }, (_, place) => targets[Math.floor(place / members)]!)
  if (bins === null)
    return {
      values: outputs,
      gradients: slopes => slopes,
      loss: targets => {
        const errors = outputs.map((value, place) => value - targets[Math.floor(place / members)]!)
        const loss = errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length
        return { loss, gradients: errors.map(error => (2 * error) / targets.length) }
      },
    }
  const { values, gradients } = expectedValues(outputs, bins)
  return {
    values,
    gradients,
    loss: targets => {
      const found = categoricalValueLoss(outputs, rowsOf(targets), bins)
      return { loss: found.loss, gradients: found.gradients.map(each => each * members) }
    },
  }
}

/** Q̄(s, a) = mean over members. */
export const actionValues =
  (
    network: Pick<NetworkHandle, 'forward' | 'rowGradients'>,
    { observation, action }: ControlSizes,
    options: EnsembleOptions,
  ): ActionValues =>
  async (observations, actions) => {
    const rows = besideRows([observations, observation], [actions, action])
    const { values, gradients } = readEnsemble(await network.forward(rows), options)
    const { members } = options
    const count = values.length / members
    return {
      values: Float32Array.from({ length: count }, (_, row) =>
        values.subarray(row * members, (row + 1) * members).reduce((sum, value) => sum + value / members, 0),
      ),
      slopes: async () => {
        const found = await network.rowGradients(rows, gradients(new Float32Array(values.length).fill(1 / members)))
        const width = observation + action
        return Float32Array.from(
          { length: count * action },
          (_, place) => found[Math.floor(place / action) * width + observation + (place % action)]!,
        )
      },
    }
  }
