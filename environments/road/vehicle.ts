/**
 * A car on the road, by a kinematic bicycle along the lane: ṡ = v cos θ / (1 − κ d), ḋ = v sin θ, θ̇ = v tan δ / L − κ ṡ.
 * Source: Rajamani, Vehicle dynamics and control (2012), sections 2.2 and 2.5, without slip. Commands are smoothed as in VLM-RL's code.
 */
export interface Vehicle {
  /** s, metres along the road. */
  readonly along: number
  /** d, metres to the left of the middle of the lane. */
  readonly offset: number
  /** θ, radians to the left of the lane. */
  readonly heading: number
  /** v, metres a second, at least 0. */
  readonly speed: number
  /** Smoothed commands, in [−1, 1]: to the left, and forwards; backwards it brakes. */
  readonly steering: number
  readonly throttle: number
}

/** Metres. */
export const carSize = { length: 4, width: 1.8 }

/** Seconds of a step. */
export const stepSeconds = 0.2

const wheelbase = 2.7
const largestAngle = (35 * Math.PI) / 180
/** Metres a second, each second. */
const [faster, slower] = [3, 6]
const parts = 4

/** @param bendAt κ, radians a metre. @param smoothing share of the last command in the next one. */
export function drive(
  { along, offset, heading, speed, ...before }: Vehicle,
  [steer, push]: readonly [number, number],
  { bendAt, smoothing }: { readonly bendAt: (along: number) => number; readonly smoothing: number },
): Vehicle {
  const steering = smoothing * before.steering + (1 - smoothing) * steer
  const throttle = smoothing * before.throttle + (1 - smoothing) * push
  const angle = Math.tan(steering * largestAngle) / wheelbase
  const seconds = stepSeconds / parts
  for (let part = 0; part < parts; part += 1) {
    const bend = bendAt(along)
    speed = Math.max(0, speed + seconds * throttle * (throttle > 0 ? faster : slower))
    const forwards = (speed * Math.cos(heading)) / Math.max(0.2, 1 - bend * offset)
    along += seconds * forwards
    offset += seconds * speed * Math.sin(heading)
    heading += seconds * (speed * angle - bend * forwards)
  }
  return { along, offset, heading, speed, steering, throttle }
}
