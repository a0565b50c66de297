/**
 * Driving on a road of two lanes, seen from above and by numbers. Reward is the metres of the route that a step gains, or −`penalty` of
 * a failure: a collision, 3 m from the middle of the lane, more than 35 km/h, long below 1 km/h. The end of the route cuts an episode off.
 * Source: Huang et al., VLM-RL (2024), section 5, small. Departure: 10 s of standing, not 90: an episode has 40.
 */
import { endings, type VectorWorld, type VectorWorldContext } from '../../src/contracts/worlds/vector-world.ts'
import { derive, randomFrom } from '../../src/math/random.ts'
import { frameShape, paintFrame } from './frame.ts'
import { roadSettings, type RoadOptions } from './options.ts'
import { clearanceOf, firstOf, moveOthers, placeOthers, type Other } from './others.ts'
import { townOf, townsOf, type Town } from './towns.ts'
import { drive, stepSeconds, type Vehicle } from './vehicle.ts'

const pixels = frameShape.height * frameShape.width * frameShape.channels

const mostOffset = 3

/** @param route metres. */
const numbersOf = (route: number) =>
  [
    { name: 'speed', unit: 'km/h', one: 25 },
    { name: 'offset', unit: 'm', one: mostOffset },
    { name: 'heading', unit: '°', one: 90 },
    { name: 'steering', unit: '', one: 1 },
    { name: 'throttle', unit: '', one: 1 },
    { name: 'bend-6', unit: '°', one: 90 },
    { name: 'bend-12', unit: '°', one: 90 },
    { name: 'bend-20', unit: '°', one: 90 },
    { name: 'route', unit: 'm', one: route },
    { name: 'clearance', unit: 'm', one: 10 },
    { name: 'gap', unit: 'm', one: 30 },
    { name: 'side', unit: 'm', one: 3 },
    { name: 'closing', unit: 'km/h', one: 25 },
    { name: 'oncoming', unit: 'm', one: 30 },
  ] as const

const kmh = 3.6
const mostSpeed = 35 / kmh
const standingSpeed = 1 / kmh

interface Drive {
  readonly town: Town
  readonly start: number
  readonly light: number
  readonly own: Vehicle
  readonly others: readonly Other[]
  readonly steps: number
  /** Steps for which it has been standing. */
  readonly standing: number
}

export { optionsSchema, type RoadOptions } from './options.ts'
export type { TownChoice, TownName } from './towns.ts'

/** @throws {RangeError} if an option is out of range. */
export function road(options: RoadOptions, { worlds, key }: VectorWorldContext): VectorWorld {
  const {
    town: choice,
    route,
    length,
    obstacles,
    traffic,
    lighting,
    penalty,
    patience,
    smoothing,
    noise,
  } = roadSettings(options)
  const towns = townsOf(choice).map(townOf)
  const numbers = numbersOf(route)
  const size = pixels + numbers.length
  const begun = (world: number, episode: number): Drive => {
    const random = randomFrom(derive(key, world, episode))
    const town = towns[random.integer(towns.length)] ?? townOf('blocks')
    const start = random.uniform() * (town.length - route)
    const spread = (most: number): number => most * (2 * random.uniform() - 1)
    const own = {
      ...{ along: start, offset: spread(1.5), heading: spread(0.25) },
      ...{ speed: 0, steering: 0, throttle: 0 },
    }
    const light = 1 + spread(lighting)
    const others = placeOthers(random, { start, length: route, obstacles, traffic })
    return { town, start, light, own, others, steps: 0, standing: 0 }
  }
  const drives = Array.from({ length: worlds }, (_, world) => begun(world, 0))
  const show = (world: number, at: Drive, observations: Float32Array): void => {
    paintFrame(at, observations.subarray(world * size, world * size + pixels))
    observations.set(seenBy(at, route), world * size + pixels)
  }
  return {
    name: 'road',
    observationSize: size,
    image: frameShape,
    numbers,
    actions: 2,
    bounds: { low: [-1, -1], high: [1, 1] },
    reset(world, episode, { observations }) {
      const at = begun(world, episode)
      drives[world] = at
      show(world, at, observations)
    },
    step(from, to, { observations, controls, rewards, endings: ended }) {
      for (let world = from; world < to; world += 1) {
        const before = drives[world] ?? begun(world, 0)
        const [steer = 0, push = 0] = controls.subarray(2 * world, 2 * world + 2)
        const own = drive(before.own, [steer, push], { bendAt: along => before.town.at(along).bend, smoothing })
        const standing = own.speed < standingSpeed ? before.standing + 1 : 0
        const at = { ...before, own, others: moveOthers(before.others), steps: before.steps + 1, standing }
        drives[world] = at
        show(world, at, observations)
        const failed = hasFailed(at) || standing * stepSeconds >= patience
        const arrived = own.along >= at.start + route
        rewards[world] = failed ? -penalty : own.along - before.own.along
        ended[world] = failed ? endings.terminal : arrived || at.steps >= length ? endings.truncated : endings.none
      }
    },
    script(observation, random) {
      const at = (name: (typeof numbers)[number]['name']): number =>
        observation[pixels + numbers.findIndex(number => number.name === name)] ?? 0
      const steer = 1.5 * at('bend-6') - 1.2 * at('offset') - 2.5 * at('heading')
      return [steer + noise * random.normal(), 3 * (0.8 - at('speed')) + noise * random.normal()]
    },
  }
}

const hasFailed = ({ own, others }: Drive): boolean =>
  clearanceOf(own, others) === 0 || Math.abs(own.offset) > mostOffset || own.speed > mostSpeed

/** Of each of `numbersOf`. */
function seenBy({ town, start, own, others }: Drive, route: number): readonly number[] {
  const { heading } = town.at(own.along)
  const bend = (metres: number): number => (town.at(own.along + metres).heading - heading) / (Math.PI / 2)
  const first = firstOf(own, others)
  const gap = (other: Other | null): number => (other === null ? 1 : Math.min(1, (other.along - own.along) / 30))
  const beside =
    first.own === null ? [0, 0] : [(first.own.offset - own.offset) / 3, ((own.speed - first.own.speed) * kmh) / 25]
  return [
    ...[(own.speed * kmh) / 25, own.offset / mostOffset, own.heading / (Math.PI / 2), own.steering, own.throttle],
    ...[bend(6), bend(12), bend(20), (own.along - start) / route],
    Math.min(1, clearanceOf(own, others) / 10),
    ...[gap(first.own), ...beside, gap(first.other)],
  ]
}

export default road
