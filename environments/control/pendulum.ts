/**
 * Swinging up a pendulum by a torque of at most 2 N m, too weak to lift it at once. Reward is −(θ² + 0.1 ω² + 0.001 u²) a step, θ = 0 upright.
 * Source: Gymnasium's Pendulum-v1 (gravity 10 m/s², mass 1 kg, length 1 m, steps of 0.05 s, at most 8 rad/s).
 */
import { endings, type VectorWorld, type VectorWorldContext } from '../../src/contracts/worlds/vector-world.ts'
import { derive, randomFrom } from '../../src/math/random.ts'

const [gravity, tau, maxSpeed, maxTorque, length] = [10, 0.05, 8, 2, 200]
const size = 3

interface PendulumState {
  /** rad, 0 upright; it goes on counting beyond a turn. */
  readonly angle: number
  /** rad/s. */
  readonly speed: number
}

/** @param torque N m. @returns the state after a step, and the step's reward. */
export function swing({ angle, speed }: PendulumState, torque: number): PendulumState & { readonly reward: number } {
  const turn = 2 * Math.PI
  const upright = ((((angle + Math.PI) % turn) + turn) % turn) - Math.PI
  const faster = speed + (1.5 * gravity * Math.sin(angle) + 3 * torque) * tau
  const next = Math.min(maxSpeed, Math.max(-maxSpeed, faster))
  const reward = -(upright ** 2 + 0.1 * speed ** 2 + 0.001 * torque ** 2)
  return { angle: angle + next * tau, speed: next, reward }
}

/** What is seen of it: cosine and sine of the angle, and the speed. */
export const seen = ({ angle, speed }: PendulumState): readonly [number, number, number] => [
  Math.cos(angle),
  Math.sin(angle),
  speed,
]

export function pendulum({ worlds, key }: VectorWorldContext): VectorWorld {
  const states = Array.from({ length: worlds }, (): PendulumState => ({ angle: 0, speed: 0 }))
  const steps = new Uint32Array(worlds)
  return {
    name: 'pendulum',
    observationSize: size,
    actions: 1,
    bounds: { low: [-maxTorque], high: [maxTorque] },
    /* Pushes along the speed while it hangs, against the fall while it stands; with noise. */
    script: ([cosine = 0, sine = 0, speed = 0], random) => {
      const wanted = cosine > 0.7 ? -8 * sine - 2 * speed : maxTorque * Math.sign(speed)
      return [wanted + random.normal()]
    },
    reset(world, episode, { observations }) {
      const random = randomFrom(derive(key, world, episode))
      const state = { angle: (2 * random.uniform() - 1) * Math.PI, speed: 2 * random.uniform() - 1 }
      states[world] = state
      steps[world] = 0
      observations.set(seen(state), world * size)
    },
    step(from, to, { observations, controls, rewards, endings: ended }) {
      for (let world = from; world < to; world += 1) {
        const { reward, ...state } = swing(states[world]!, controls[world]!)
        states[world] = state
        steps[world]! += 1
        observations.set(seen(state), world * size)
        rewards[world] = reward
        ended[world] = steps[world]! < length ? endings.none : endings.truncated
      }
    },
  }
}
