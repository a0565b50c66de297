/** The others on the road: blocks beside the lane, cars that are slow ahead and turn off, and cars that come towards it. */
import type { Random } from '../../src/math/random.ts'
import { carSize, stepSeconds, type Vehicle } from './vehicle.ts'

export interface Other {
  readonly kind: 'block' | 'car'
  readonly along: number
  /** Metres to the left of the middle of the right lane. */
  readonly offset: number
  /** Metres a second along the road, negative towards. */
  readonly speed: number
  /** Where it leaves the road. */
  readonly until: number
}

/** Metres between the middles of both lanes. */
export const laneWidth = 3.5

interface Placing {
  /** Of the route. */
  readonly start: number
  readonly length: number
  readonly obstacles: number
  readonly traffic: number
}

/** Every other car is slow ahead, the others come towards; nothing is within 14 metres of the start. */
export function placeOthers(random: Random, { start, length, obstacles, traffic }: Placing): readonly Other[] {
  const between = (low: number, high: number): number => low + (high - low) * random.uniform()
  const blocks = Array.from({ length: obstacles }, (_, index): Other => {
    const share = (length - 30) / obstacles
    const along = start + 20 + share * (index + between(0.2, 0.8))
    return { kind: 'block', along, offset: between(-1.6, -0.8), speed: 0, until: Infinity }
  })
  const cars = Array.from({ length: traffic }, (_, index): Other => {
    if (index % 2 === 1)
      return { kind: 'car', along: start + between(40, 2 * length), offset: laneWidth, speed: -6, until: Infinity }
    const along = start + between(18, 35) + (index * length) / (2 * traffic)
    return { kind: 'car', along, offset: 0, speed: between(2, 4), until: along + between(30, 60) }
  })
  return [...blocks, ...cars]
}

/** After a step; those that have turned off are gone. Cars of the own lane pass blocks on their left. */
export const moveOthers = (others: readonly Other[]): readonly Other[] =>
  others.flatMap(other => {
    const along = other.along + stepSeconds * other.speed
    if (along > other.until) return []
    if (other.speed <= 0) return [{ ...other, along }]
    const offset = others.reduce(
      (most, { kind, along: place, offset: beside }) =>
        kind === 'block' ? Math.max(most, (beside + 2.4) * Math.exp(-(((along - place) / 10) ** 2))) : most,
      0,
    )
    return [{ ...other, along, offset }]
  })

/** Metres between the car and the nearest of the others, 0 in a collision; headings of cars are left out. */
export const clearanceOf = ({ along, offset }: Pick<Vehicle, 'along' | 'offset'>, others: readonly Other[]): number =>
  others.reduce((least, other) => {
    const between = Math.max(0, Math.abs(other.along - along) - carSize.length)
    const beside = Math.max(0, Math.abs(other.offset - offset) - carSize.width)
    return Math.min(least, Math.hypot(between, beside))
  }, Infinity)

/** The first of each lane that is not yet behind: a car beside one can still be touched. */
export function firstOf({ along }: Pick<Vehicle, 'along'>, others: readonly Other[]) {
  const first = (inLane: (other: Other) => boolean): Other | null =>
    others
      .filter(other => inLane(other) && other.along > along - carSize.length)
      .reduce<Other | null>(
        (nearest, other) => (nearest !== null && nearest.along <= other.along ? nearest : other),
        null,
      )
  return { own: first(({ offset }) => offset < laneWidth), other: first(({ offset }) => offset >= laneWidth) }
}
