/** What VLM-RL reads of a world: a picture, and some of the numbers behind it by their names. */
import type { NetworkShape } from '../../contracts/models/network.ts'
import type { World } from '../../contracts/worlds/world.ts'
import { besideRows } from '../control/rows.ts'
import { sizesOf, type WorldSizes } from '../control/control-world.ts'
import type { VlmRlOptions } from './settings.ts'

/** Kilometres an hour, metres, degrees. */
const units = { speed: 'km/h', offset: 'm', heading: '°', route: 'm', clearance: 'm' } as const

type DrivingNumber = keyof typeof units

export interface Driving extends WorldSizes {
  readonly image: { readonly height: number; readonly width: number; readonly channels: number }
  /** Numbers of an observation that are its picture. */
  readonly pixels: number
  /** A number of each row, in its unit. @param observations [count × observation] */
  readonly read: (observations: Float32Array, name: DrivingNumber) => readonly number[]
  /** Metres of a whole route. */
  readonly routeMetres: number
  /** The pictures of rows. @returns [count × pixels] */
  readonly pictures: (observations: Float32Array) => Float32Array
  /** The part of them that the image-text model sees, and its sizes. */
  readonly views: (observations: Float32Array) => Float32Array
  readonly view: { readonly height: number; readonly width: number; readonly channels: number }
  /** The numbers behind them. */
  readonly numbers: (observations: Float32Array) => Float32Array
  /** Whether the networks see pictures and numbers, or numbers alone. */
  readonly vision: boolean
  /** What they see of rows. */
  readonly seen: (observations: Float32Array) => Float32Array
  readonly seenSize: number
}

/** @throws {RangeError} unless the world has continuous actions, a picture of three colours that holds the crop, and these numbers. */
export function drivingOf(world: World, { vision, crop }: Pick<VlmRlOptions, 'vision' | 'crop'>): Driving {
  const whole = sizesOf(world)
  const { observation } = whole.sizes
  const { image, numbers = [] } = world.vectors ?? {}
  if (image?.channels !== 3)
    throw new RangeError(`environment.name must be a world with a picture of 3 channels, got ${world.name}`)
  const pixels = image.height * image.width * image.channels
  const { top, left, ...view } = { ...{ top: 0, left: 0, height: image.height, width: image.width }, ...crop }
  if (top + view.height > image.height || left + view.width > image.width)
    throw new RangeError(
      `methodOptions.crop must be within ${image.height} × ${image.width}, got ${JSON.stringify(crop)}`,
    )
  const places = new Map(
    Object.entries(units).map(([name, unit]) => {
      const place = numbers.findIndex(number => number.name === name && number.unit === unit)
      if (place < 0)
        throw new RangeError(`environment.name must be a world with the number ${name} in ${unit}, got ${world.name}`)
      return [name, { place, one: numbers[place]?.one ?? 1 }] as const
    }),
  )
  const partOf = (rows: Float32Array, from: number, to: number): Float32Array => {
    const part = new Float32Array((rows.length / observation) * (to - from))
    for (let row = 0; row * observation < rows.length; row += 1)
      part.set(rows.subarray(row * observation + from, row * observation + to), row * (to - from))
    return part
  }
  const behind = (rows: Float32Array): Float32Array => partOf(rows, pixels, observation)
  return {
    ...whole,
    ...{ image, pixels, vision, numbers: behind },
    view: { ...view, channels: image.channels },
    views: rows => {
      const lines = Array.from({ length: view.height }, (_, line) => {
        const from = ((top + line) * image.width + left) * image.channels
        const width = view.width * image.channels
        return [partOf(rows, from, from + width), width] as const
      })
      return besideRows(...lines)
    },
    read: (rows, name) => {
      const { place = 0, one = 1 } = places.get(name) ?? {}
      return Array.from(partOf(rows, pixels + place, pixels + place + 1), value => value * one)
    },
    routeMetres: places.get('route')?.one ?? 1,
    pictures: rows => partOf(rows, 0, pixels),
    seen: rows => (vision ? rows : behind(rows)),
    seenSize: vision ? observation : observation - pixels,
  }
}

/** Parts of the shapes of all networks that see what the policy sees. */
export const seeingShape = ({ image, vision }: Driving, { hidden, convolutions }: VlmRlOptions) => ({
  hidden,
  ...(vision ? { image: { ...image, convolutions } } : {}),
})

/** The policy, and the frozen encoder where there is no other. */
export function drivingNetworks(driving: Driving, options: VlmRlOptions): Readonly<Record<string, NetworkShape>> {
  const { view, seenSize, sizes } = driving
  const encoder = {
    inputs: view.height * view.width * view.channels,
    image: { ...view, convolutions: [{ channels: 64, size: 2, stride: 1 }] },
    outputs: options.encoderSize,
  }
  return {
    policy: { inputs: seenSize, outputs: 2 * sizes.action, ...seeingShape(driving, options) },
    ...(options.clip === null ? { encoder } : {}),
  }
}
