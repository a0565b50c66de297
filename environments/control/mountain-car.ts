/**
 * A car in a valley that is too weak to climb its hill at once. Reward is 100 at the flag, less 0.1 force² a step.
 * Source: Gymnasium's MountainCarContinuous-v0, whose numbers are float32, as ours; there the first step of an episode starts in float64.
 */
import { endings, type VectorWorld, type VectorWorldContext } from '../../src/contracts/worlds/vector-world.ts'
import { derive, randomFrom } from '../../src/math/random.ts'

const [left, right, flag, maxSpeed, power, length] = [-1.2, 0.6, 0.45, 0.07, 0.0015, 999]
const size = 2

interface CarState {
  readonly place: number
  readonly speed: number
}

/** @param force in [−1, 1]. @returns the state after a step, its reward, and whether the car is at the flag. */
export function push({ place, speed }: CarState, force: number) {
  const pushed = Math.fround(Math.fround(force * power) - Math.fround(0.0025 * Math.cos(Math.fround(3 * place))))
  const faster = Math.min(maxSpeed, Math.max(-maxSpeed, Math.fround(speed + pushed)))
  const next = Math.min(right, Math.max(left, Math.fround(place + faster)))
  const stopped = next === left && faster < 0
  const arrived = next >= flag && faster >= 0
  return { place: next, speed: stopped ? 0 : faster, reward: (arrived ? 100 : 0) - 0.1 * force ** 2, arrived }
}

export function mountainCar({ worlds, key }: VectorWorldContext): VectorWorld {
  const steps = new Uint32Array(worlds)
  return {
    name: 'mountain-car',
    observationSize: size,
    actions: 1,
    bounds: { low: [-1], high: [1] },
    /* Along the speed, with noise: it arrives sometimes. */
    script: ([, speed = 0], random) => [Math.sign(speed) * random.uniform() + 0.5 * random.normal()],
    reset(world, episode, { observations }) {
      steps[world] = 0
      observations.set([-0.6 + 0.2 * randomFrom(derive(key, world, episode)).uniform(), 0], world * size)
    },
    step(from, to, { observations, controls, rewards, endings: ended }) {
      for (let world = from; world < to; world += 1) {
        const before = { place: observations[world * size]!, speed: observations[world * size + 1]! }
        const { place, speed, reward, arrived } = push(before, controls[world]!)
        observations.set([place, speed], world * size)
        steps[world]! += 1
        rewards[world] = reward
        ended[world] = arrived ? endings.terminal : steps[world]! < length ? endings.none : endings.truncated
      }
    },
  }
}
