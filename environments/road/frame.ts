/** The view from above, with the car below its middle and ahead upwards. */
import { laneWidth, type Other } from './others.ts'
import type { Town } from './towns.ts'
import { carSize, type Vehicle } from './vehicle.ts'

/** Pixels, each of 1.5 metres, and red, green and blue. */
export const frameShape = { height: 24, width: 16, channels: 3 } as const
const metres = 1.5
/** Pixels from the top to the car. */
const ahead = 18
/** Points in each direction of a pixel, whose mean it is. */
const fine = 3

type Colour = readonly [red: number, green: number, blue: number]

/** In the order in which they are painted. */
const colours = {
  ground: [60, 110, 60],
  road: [90, 90, 95],
  lane: [140, 140, 145],
  block: [235, 150, 30],
  car: [225, 40, 40],
  own: [60, 110, 235],
} as const satisfies Record<string, Colour>
type ColourName = keyof typeof colours
const colourNames = Object.keys(colours) as readonly ColourName[]
/** [colour × channel] */
const palette = Object.values(colours).flat()

/** From one offset to another, in a colour. */
type Band = readonly [from: number, to: number, colour: number]

interface Scene {
  readonly town: Town
  readonly own: Vehicle
  readonly others: readonly Other[]
  /** Factor of all colours. */
  readonly light: number
}

/** @param into [height × width × channels], in [0, 1]: whole numbers of 255ths. */
export function paintFrame({ town, own, others, light }: Scene, into: Float32Array): void {
  const [rows, columns] = [frameShape.height * fine, frameShape.width * fine]
  const points = new Uint8Array(rows * columns)
  const cell = metres / fine
  const here = town.at(own.along)
  const place = {
    x: here.x - own.offset * Math.sin(here.heading),
    y: here.y + own.offset * Math.cos(here.heading),
  }
  const facing = here.heading + own.heading
  const [cos, sin] = [Math.cos(facing), Math.sin(facing)]
  const paintAcross = (along: number, bands: readonly Band[]): void => {
    const { x, y, heading } = town.at(along)
    const [left, up] = [-Math.sin(heading), Math.cos(heading)]
    for (const [from, to, colour] of bands)
      for (let offset = from; offset <= to; offset += 0.35) {
        const [dx, dy] = [x + offset * left - place.x, y + offset * up - place.y]
        const row = Math.floor(ahead * fine - (dx * cos + dy * sin) / cell)
        const column = Math.floor(columns / 2 - (dy * cos - dx * sin) / cell)
        if (row >= 0 && row < rows && column >= 0 && column < columns) points[row * columns + column] = colour
      }
  }
  const half = laneWidth / 2
  const lanes: readonly Band[] = [
    [half, laneWidth + half, colourNames.indexOf('road')],
    [-half, half, colourNames.indexOf('lane')],
  ]
  const [first, last] = [own.along - 12, own.along + 30]
  for (let along = first; along <= last; along += 0.35) paintAcross(along, lanes)
  const paintCar = ({ along, offset }: Pick<Other, 'along' | 'offset'>, colour: ColourName): void => {
    const side = carSize.width / 2
    const band: Band = [offset - side, offset + side, colourNames.indexOf(colour)]
    for (let part = -carSize.length / 2; part <= carSize.length / 2; part += 0.35) paintAcross(along + part, [band])
  }
  for (const other of others) if (other.along > first && other.along < last) paintCar(other, other.kind)
  paintCar(own, 'own')
  shrink(points, light, into)
}

/** Means of the colours of all points of a pixel. */
function shrink(points: Uint8Array, light: number, into: Float32Array): void {
  const { height, width, channels } = frameShape
  const columns = width * fine
  for (let place = 0; place < height * width * channels; place += 1) {
    const pixel = Math.floor(place / channels)
    const corner = Math.floor(pixel / width) * fine * columns + (pixel % width) * fine
    let sum = 0
    for (let point = 0; point < fine * fine; point += 1) {
      const colour = points[corner + Math.floor(point / fine) * columns + (point % fine)] ?? 0
      sum += palette[colour * channels + (place % channels)] ?? 0
    }
    into[place] = Math.min(255, Math.round((light * sum) / (fine * fine))) / 255
  }
}
