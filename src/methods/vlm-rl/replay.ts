/** Replay: the numbers of steps, and their pictures in bytes where the networks see them. Both stores have the same rows. */
import type { VectorRows } from '../../contracts/worlds/vector-rows.ts'
import type { Key } from '../../math/random.ts'
import type { RowStore } from '../../store/row-store.ts'
import type { OpenStore } from '../../store/stores.ts'
import { transitionShape, type Transitions } from '../../store/transitions.ts'
import { scaled } from '../control/control-world.ts'
import { besideRows } from '../control/rows.ts'
import type { Driving } from './driving.ts'
import type { WriteRewards } from './relabel.ts'

const framesShape = (pixels: number) =>
  ({ before: { type: 'uint8', size: pixels }, after: { type: 'uint8', size: pixels } }) as const

interface FrameReplay {
  readonly steps: RowStore<ReturnType<typeof transitionShape>>
  readonly frames: RowStore<ReturnType<typeof framesShape>> | null
}

export function openReplay(store: OpenStore, { sizes, pixels, vision }: Driving, capacity: number): FrameReplay {
  const numbers = { observation: sizes.observation - pixels, action: sizes.action }
  return {
    steps: store('replay', { shape: transitionShape(numbers), capacity }),
    frames: vision ? store('frames', { shape: framesShape(pixels), capacity }) : null,
  }
}

/** With the rewards of the world. @returns what writes others over them. */
export function appendSteps({ steps, frames }: FrameReplay, rows: VectorRows, driving: Driving): WriteRewards {
  const first = steps.appended
  steps.append({
    observation: driving.numbers(rows.observations),
    action: scaled(driving.bounds, rows.controls),
    reward: rows.rewards,
    ending: rows.endings,
    nextObservation: driving.numbers(rows.nextObservations),
  })
  const bytes = (observations: Float32Array): Uint8Array =>
    Uint8Array.from(driving.pictures(observations), value => Math.round(255 * value))
  frames?.append({ before: bytes(rows.observations), after: bytes(rows.nextObservations) })
  return (from, reward) => void steps.write(first + from, { reward })
}

/** Rows as the networks see them. */
export function sampleSteps({ steps, frames }: FrameReplay, key: Key, count: number): Transitions {
  const rows = steps.sample(key, count)
  /* The same key draws the same rows of both. */
  const pictures = frames?.sample(key, count)
  if (pictures === undefined) return rows
  const joined = (frame: Uint8Array, numbers: Float32Array): Float32Array =>
    besideRows([Float32Array.from(frame, byte => byte / 255), frame.length / count], [numbers, numbers.length / count])
  return {
    ...rows,
    observation: joined(pictures.before, rows.observation),
    nextObservation: joined(pictures.after, rows.nextObservation),
  }
}
