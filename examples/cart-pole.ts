/**
 * Balancing a pole on a cart by pushing left or right, as a vector world: `rlanything bench --module` plays it.
 * An episode ends when the pole is 12° or the cart 2.4 m off the middle, and is cut off after 500 steps. Reward is 1 a step.
 * Source: Barto, Sutton & Anderson, Neuronlike adaptive elements that can solve difficult learning control problems (1983);
 * constants and Euler steps of 0.02 s as in Gymnasium's CartPole-v1.
 */
import { derive, endings, randomFrom, type VectorWorld, type VectorWorldContext } from 'rlanything'

const [gravity, poleMass, totalMass, poleHalf, force, tau] = [9.8, 0.1, 1.1, 0.5, 10, 0.02]
const maxAngle = (12 / 180) * Math.PI
const maxPlace = 2.4
const size = 4

export interface CartPoleOptions {
  /** Steps until an episode is cut off. */
  readonly length?: number
}

/** @throws {RangeError} if `length` is not a positive integer. */
export default function cartPole({ length = 500 }: CartPoleOptions, { worlds, key }: VectorWorldContext): VectorWorld {
  if (!Number.isInteger(length) || length < 1) throw new RangeError(`length must be a positive integer, got ${length}`)
  const steps = new Uint32Array(worlds)

  return {
    name: 'cart-pole',
    observationSize: size,
    actions: 2,
    reset(world, episode, { observations }) {
      const random = randomFrom(derive(key, world, episode))
      steps[world] = 0
      for (let index = 0; index < size; index += 1) observations[world * size + index] = random.uniform() * 0.1 - 0.05
    },
    step(from, to, rows) {
      for (let world = from; world < to; world += 1) {
        const row = rows.observations.subarray(world * size, (world + 1) * size)
        move(row, rows.actions[world] === 1 ? force : -force)
        steps[world]! += 1
        const fell = Math.abs(row[0]!) > maxPlace || Math.abs(row[2]!) > maxAngle
        rows.rewards[world] = 1
        rows.endings[world] = fell ? endings.terminal : steps[world]! < length ? endings.none : endings.truncated
      }
    },
  }
}

/** @param row place m, speed m/s, angle rad, angular speed rad/s: changed in place. */
function move(row: Float32Array, push: number): void {
  const [place = 0, speed = 0, angle = 0, spin = 0] = row
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  const pulled = (push + poleMass * poleHalf * spin ** 2 * sine) / totalMass
  const turned = (gravity * sine - cosine * pulled) / (poleHalf * (4 / 3 - (poleMass * cosine ** 2) / totalMass))
  const pushed = pulled - (poleMass * poleHalf * turned * cosine) / totalMass
  row.set([place + tau * speed, speed + tau * pushed, angle + tau * spin, spin + tau * turned])
}
