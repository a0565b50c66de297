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
   * The gradients of Σ outputGradients · outputs. The forward pass of these rows is not computed again where it was the last one.
   *
   * @param rows [count × inputs]
   * @param outputGradients [count × members · outputs]
   * @param into where the gradients of the weights are written.
   * @returns [count × inputs] the gradient of the rows, e.g. ∇ₐQ where actions are among the inputs; the caller's own.
   */
  readonly backward: (given: BackwardPass, into: NetworkTensors) => Promise<Float32Array>
  readonly close: () => Promise<void>
}

export interface BackwardPass {
  readonly weights: NetworkTensors
  readonly rows: Float32Array
  readonly outputGradients: Float32Array
  readonly count: number
}
