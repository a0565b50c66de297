import type { OptimStepResult } from './device.ts'
import type { OptimStepOptions } from './language-model.ts'
import type { TrainedNetworkState } from './network.ts'

/**
 * A network on the engine, by its name. Its weights stay there, and it is trained in the order in which this is asked.
 *
 * A request that does not fit is a `RangeError`; a value that is not finite is a `NonFiniteError`. Both leave it as it was.
 */
export interface NetworkHandle {
  readonly name: string
  readonly inputs: number
  /** Of a row: those of all members. */
  readonly outputs: number
  /**
   * @param rows [count × inputs]
   * @returns [count × outputs]
   */
  readonly forward: (rows: Float32Array) => Promise<Float32Array>
  /**
   * Adds the gradient of Σ outputGradients · outputs to what is accumulated: a mean over rows is the caller's factor 1 / count.
   *
   * @param rows [count × inputs]
   * @param outputGradients [count × outputs], ∂loss/∂output.
   */
  readonly backward: (rows: Float32Array, outputGradients: Float32Array) => Promise<void>
  /**
   * The gradient of Σ outputGradients · outputs by the rows, e.g. ∇ₐQ; nothing is accumulated.
   *
   * @param rows [count × inputs]
   * @param outputGradients [count × outputs]
   * @returns [count × inputs]
   */
  readonly rowGradients: (rows: Float32Array, outputGradients: Float32Array) => Promise<Float32Array>
  /** One step of AdamW with what is accumulated, which it clears. @see LanguageModel.optimStep */
  readonly optimStep: (options: OptimStepOptions) => Promise<OptimStepResult>
  /** A copy with its optimiser; what is accumulated is not part of it. */
  readonly snapshot: () => Promise<TrainedNetworkState>
  /** Puts another network of these sizes in its place. */
  readonly load: (state: TrainedNetworkState) => Promise<void>
}
