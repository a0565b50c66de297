import type { NetworkTensors } from '../../contracts/models/network.ts'

/** How an engine computes both passes of a network, whose weights are given each time. One call at a time. */
export interface NetworkPasses {
  /**
   * @param weights the same object as long as they are the same numbers.
   * @param rows [count × inputs]
   * @returns [count × members · outputs], the caller's own.
   */
  readonly forward: (weights: NetworkTensors, rows: Float32Array, count: number) => Promise<Float32Array>
  /**
   * The gradients of Σ outputGradients · outputs by the weights. The forward pass of these rows is not computed again where it was the
   * last one.
   *
   * @param into where they are written.
   */
  readonly backward: (given: BackwardPass, into: NetworkTensors) => Promise<void>
  /**
   * The same by the rows, e.g. ∇ₐQ where actions are among the inputs.
   *
   * @returns [count × inputs], the caller's own.
   */
  readonly rowGradients: (given: BackwardPass) => Promise<Float32Array>
  readonly close: () => Promise<void>
}

export interface BackwardPass {
  readonly weights: NetworkTensors
  /** [count × inputs] */
  readonly rows: Float32Array
  /** [count × members · outputs] */
  readonly outputGradients: Float32Array
  readonly count: number
}
