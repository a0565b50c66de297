/** A network as data: many rows of numbers in, as many out. It drives vector worlds, and is a critic or a policy. */

/** A layer that sees a square of an image at a time, and rectifies its sums. */
export interface Convolution {
  /** Of its result. */
  readonly channels: number
  /** Of the square, in pixels. */
  readonly size: number
  /** Pixels from one square to the next. */
  readonly stride: number
}

/** A network, by its sizes: linear layers with a rectifier, max(0, y), between each and the next. */
export interface NetworkShape {
  /** Numbers of a row. */
  readonly inputs: number
  /**
   * The first numbers of a row are an image [height × width × channels], which convolutions reduce; the others join
   * the result before the linear layers.
   */
  readonly image?: {
    readonly height: number
    readonly width: number
    readonly channels: number
    readonly convolutions: readonly Convolution[]
  }
  /** Widths of the layers between; none if left out. */
  readonly hidden?: readonly number[]
  /**
   * Whether the sums of each hidden layer are brought to mean 0 and variance 1, then scaled and shifted, before they are
   * rectified. Source: Ba, Kiros & Hinton, Layer normalization (2016), eq. 4, with 1e-5 beside the variance.
   */
  readonly layerNorm?: boolean
  /** An ensemble: so many networks that read the same rows, each with weights of its own; left out, there is one network. */
  readonly members?: number
  /** Numbers that each member says of a row. */
  readonly outputs: number
}

/** Numbers by the names of `networkTensors`. */
export type NetworkTensors = Readonly<Record<string, Float32Array>>

export interface NetworkState {
  readonly shape: NetworkShape
  readonly weights: NetworkTensors
}

/** A network with its optimiser: all that is needed to resume its training. */
export interface TrainedNetworkState extends NetworkState {
  /** Absent in a fresh network: moments start at 0. */
  readonly optimiser?: { readonly step: number; readonly first: NetworkTensors; readonly second: NetworkTensors }
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
