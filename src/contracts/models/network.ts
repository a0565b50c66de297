/** A feed-forward network: many rows of numbers in, as many out. It drives vector worlds. */

/** One layer, y = x W + b. */
export interface Layer {
  /** [inputs × outputs], row-major. */
  readonly weight: Float32Array
  /** [outputs] */
  readonly bias: Float32Array
}

/** A network as plain data: layers with a rectifier, max(0, y), between each and the next. */
export interface NetworkState {
  /** Of the first layer's rows. */
  readonly inputs: number
  /** At least one. */
  readonly layers: readonly Layer[]
}

/** A network with its optimiser: all that is needed to resume its training. */
export interface TrainedNetworkState extends NetworkState {
  /** Absent in a fresh network: moments start at 0. */
  readonly optimiser?: { readonly step: number; readonly first: readonly Layer[]; readonly second: readonly Layer[] }
}

/** A fresh network, as a method asks for it. */
export interface NetworkShape {
  readonly inputs: number
  /** Widths of the layers between; none if left out. */
  readonly hidden?: readonly number[]
  readonly outputs: number
}

/** A network made ready to run. Its output for a row does not depend on the other rows. */
export interface Network {
  readonly inputs: number
  readonly outputs: number
  /**
   * @param rows [count × inputs]; may be used again once the promise has settled.
   * @returns [count × outputs]; good until the next run.
   */
  readonly run: (rows: Float32Array, count: number) => Promise<Float32Array>
  readonly close: () => Promise<void>
}

/** The source of a network; `none` computes nothing: it shows the cost of everything else. */
export type NetworkSource =
  | { readonly kind: 'feed-forward'; readonly state: NetworkState }
  | { readonly kind: 'none'; readonly inputs: number; readonly outputs: number }

/**
 * The sizes of each layer, [inputs, outputs].
 *
 * @throws {RangeError} if there is no layer, or the length of a weight does not fit its inputs and outputs.
 */
export function layerSizes({ inputs, layers }: NetworkState): readonly (readonly [number, number])[] {
  if (layers.length === 0) throw new RangeError('layers must be at least one, got 0')
  let width = inputs
  return layers.map(({ weight, bias }, index) => {
    const wanted = width * bias.length
    if (wanted < 1 || weight.length !== wanted) {
      throw new RangeError(`layers[${index}].weight must hold ${width} × ${bias.length} numbers, got ${weight.length}`)
    }
    const sizes = [width, bias.length] as const
    width = bias.length
    return sizes
  })
}
