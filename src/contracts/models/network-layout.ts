/** The layers of a network and the names and sizes of its weights, as its shape says. */
import { lastOf } from '../../math/last-of.ts'
import type { NetworkShape, NetworkState, NetworkTensors } from './network.ts'

export interface LinearLayer {
  /** Of its weights: `NAME.weight` and `NAME.bias`; where it is normalised also `NAME.scale` and `NAME.shift`. */
  readonly name: string
  readonly inputs: number
  readonly outputs: number
  readonly normalised: boolean
  readonly rectified: boolean
}

/** A rectified linear layer of each square of an image. */
export interface ConvolutionLayer extends LinearLayer {
  /** Height, width and channels of the image that it sees. */
  readonly from: readonly [number, number, number]
  /** Height, width and channels of its result. */
  readonly to: readonly [number, number, number]
  readonly size: number
  readonly stride: number
}

interface NetworkLayout {
  readonly convolutions: readonly ConvolutionLayer[]
  /** Numbers of a row that are its image. */
  readonly pixels: number
  readonly linear: readonly LinearLayer[]
}

/** @throws {RangeError} if a size is no positive integer, or a square does not fit into its image, or the image into the rows. */
export function networkLayout({
  inputs,
  image,
  hidden = [],
  layerNorm = false,
  members,
  outputs,
}: NetworkShape): NetworkLayout {
  const sizes = { inputs, outputs, ...(members === undefined ? {} : { members }), ...named('hidden', hidden) }
  requireSizes(sizes)
  const convolutions: ConvolutionLayer[] = []
  for (const [index, { channels, size, stride }] of (image?.convolutions ?? []).entries()) {
    requireSizes({
      'channels of a convolution': channels,
      'size of a convolution': size,
      'stride of a convolution': stride,
    })
    const from = convolutions.at(-1)?.to ?? imageSizes(image)
    const [height, width, deep] = from
    if (size > Math.min(height, width))
      throw new RangeError(`image.convolutions[${index}].size must be at most ${Math.min(height, width)}, got ${size}`)
    const along = (length: number): number => Math.floor((length - size) / stride) + 1
    convolutions.push({
      ...{
        name: `convolutions.${index}`,
        inputs: size * size * deep,
        outputs: channels,
        normalised: false,
        rectified: true,
      },
      ...{ from, to: [along(height), along(width), channels], size, stride },
    })
  }
  const pixels = image === undefined ? 0 : elements(imageSizes(image))
  if (pixels > inputs) throw new RangeError(`inputs must be at least the ${pixels} numbers of the image, got ${inputs}`)
  const seen = convolutions.length === 0 ? inputs : elements(lastOf(convolutions).to) + inputs - pixels
  const widths = [seen, ...hidden, outputs]
  const linear = widths.slice(1).map((width, index) => {
    const rectified = index < hidden.length
    return {
      name: `layers.${index}`,
      inputs: widths[index] ?? 0,
      outputs: width,
      normalised: layerNorm && rectified,
      rectified,
    }
  })
  return { convolutions, pixels: convolutions.length === 0 ? 0 : pixels, linear }
}

/** Numbers that a network says of a row: those of the first member, then of the next. */
export const rowOutputs = ({ outputs, members = 1 }: NetworkShape): number => members * outputs

/**
 * Every weight: its name and its sizes, in the order of computation. Those of an ensemble begin with `members`; the weight of a
 * linear layer goes on with [inputs, outputs], that of a convolution with [size, size, channels, channels of the result].
 */
export function networkTensors(shape: NetworkShape): ReadonlyMap<string, readonly number[]> {
  const { convolutions, linear } = networkLayout(shape)
  const lead = shape.members === undefined ? [] : [shape.members]
  return new Map(
    [
      ...convolutions.map(layer => ({ ...layer, kernel: [layer.size, layer.size, layer.from[2], layer.outputs] })),
      ...linear.map(layer => ({ ...layer, kernel: [layer.inputs, layer.outputs] })),
    ].flatMap(({ name, outputs, normalised, kernel }) => {
      const vectors = ['bias', ...(normalised ? ['scale', 'shift'] : [])]
      return [
        [`${name}.weight`, [...lead, ...kernel]] as const,
        ...vectors.map(vector => [`${name}.${vector}`, [...lead, outputs]] as const),
      ]
    }),
  )
}

/** @throws {RangeError} naming a tensor that is missing, of another length than the shape says, or not of the shape at all. */
export function requireWeights(shape: NetworkShape, tensors: NetworkTensors, called: string): void {
  const wanted = networkTensors(shape)
  for (const [name, sizes] of wanted) {
    const found = Object.hasOwn(tensors, name) ? tensors[name]?.length : undefined
    if (found !== elements(sizes))
      throw new RangeError(`${called}['${name}'] must hold ${sizes.join(' × ')} numbers, got ${found ?? 'none'}`)
  }
  const odd = Object.keys(tensors).find(name => !wanted.has(name))
  if (odd !== undefined) throw new RangeError(`${called} must be ${[...wanted.keys()].join(', ')}, got ${odd} too`)
}

/** @throws {RangeError} as `requireWeights`. */
export const requireNetwork = ({ shape, weights }: NetworkState): void => requireWeights(shape, weights, 'weights')

const elements = (sizes: readonly number[]): number => sizes.reduce((product, size) => product * size, 1)

function imageSizes(image: NetworkShape['image']): readonly [number, number, number] {
  const { height = 0, width = 0, channels = 0 } = image ?? {}
  requireSizes({ 'image.height': height, 'image.width': width, 'image.channels': channels })
  return [height, width, channels]
}

const named = (name: string, sizes: readonly number[]): Record<string, number> =>
  Object.fromEntries(sizes.map((size, index) => [`${name}[${index}]`, size]))

function requireSizes(sizes: Readonly<Record<string, number>>): void {
  for (const [name, size] of Object.entries(sizes))
    if (!Number.isInteger(size) || size < 1) throw new RangeError(`${name} must be a positive integer, got ${size}`)
}
