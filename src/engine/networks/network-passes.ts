import type { Layer } from '../../contracts/models/network.ts'

/** Gradients of Σ outputGradients · outputs with respect to weights and rows. */
export interface NetworkGradients {
  /** [count × inputs], e.g. ∇ₐQ where actions are among the inputs. */
  readonly rows: Float32Array
  /** In the shapes of the network's own layers. */
  readonly layers: readonly Layer[]
}

/** How an engine computes both passes of a network, whose weights are given each time. */
export interface NetworkPasses {
  /**
   * @param rows [count × inputs]
   * @returns [count × outputs]
   */
  readonly forward: (layers: readonly Layer[], rows: Float32Array, count: number) => Promise<Float32Array>
  /**
   * Computes the forward pass again: nothing is remembered between calls.
   *
   * @param rows [count × inputs]
   * @param outputGradients [count × outputs]
   */
  readonly backward: (
    layers: readonly Layer[],
    rows: Float32Array,
    outputGradients: Float32Array,
    count: number,
  ) => Promise<NetworkGradients>
  readonly close: () => Promise<void>
}
