/**
 * A bandit of two numbers in [−1, 1] whose reward has two peaks: 1 at (0.6, 0.6), and 0.6 at (−0.5, −0.5), where a policy that copies
 * poor data stays. An episode is one step; there is nothing to see.
 */
import { endings, type VectorWorld, type VectorWorldContext } from '../../src/contracts/worlds/vector-world.ts'

const peaks = [
  { at: [0.6, 0.6], height: 1 },
  { at: [-0.5, -0.5], height: 0.6 },
] as const
const width = 0.25

/** Σ height · exp(−distance² / 2 width²). */
export const reward = (x: number, y: number): number =>
  peaks.reduce(
    (sum, { at, height }) => sum + height * Math.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * width ** 2)),
    0,
  )

export function twoPeaks(_: VectorWorldContext): VectorWorld {
  return {
    name: 'two-peaks',
    observationSize: 1,
    actions: 2,
    bounds: { low: [-1, -1], high: [1, 1] },
    /* Nine tenths of the data are at the worse peak. */
    script: (_observation, random) => {
      const { at } = random.uniform() < 0.9 ? peaks[1] : peaks[0]
      return at.map(place => place + 0.1 * random.normal())
    },
    reset: (world, _, { observations }) => void observations.fill(0, world, world + 1),
    step(from, to, { controls, rewards, endings: ended }) {
      for (let world = from; world < to; world += 1) {
        rewards[world] = reward(controls[2 * world]!, controls[2 * world + 1]!)
        ended[world] = endings.terminal
      }
    },
  }
}
