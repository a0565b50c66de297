/**
 * A point mass among walls, seen by place and speed, scaled to [−1, 1]. Reward is −1 a step, and 0 for the one that arrives.
 * Source: the layouts of D4RL's antmaze, and its rewards less 1, as Cal-QL takes them. Departure: a point instead of an ant.
 */
import { endings, type VectorWorld, type VectorWorldContext } from '../../src/contracts/worlds/vector-world.ts'
import { derive, randomFrom } from '../../src/math/random.ts'
import { mazeOf, type Maze } from './layouts.ts'
import { mazeSettings, type MazeOptions } from './options.ts'
import { maxSpeed, pushPoint, type MovingPoint } from './point.ts'

const size = 4
/** Of the goal, in cells. */
const radius = 0.5

export { optionsSchema, type MazeOptions } from './options.ts'

/** @throws {RangeError} if an option is out of range. */
export function pointMaze(options: MazeOptions, { worlds, key }: VectorWorldContext): VectorWorld {
  const { layout, length, noise, wandering } = mazeSettings(options)
  const maze = mazeOf(layout)
  const points = Array.from({ length: worlds }, (): MovingPoint => ({ ...maze.start, right: 0, down: 0 }))
  const steps = new Uint32Array(worlds)
  return {
    name: 'maze',
    observationSize: size,
    actions: 2,
    bounds: { low: [-1, -1], high: [1, 1] },
    map: { cells: maze.cells, place: seen => placeOf(maze, seen) },
    reset(world, episode, { observations }) {
      const random = randomFrom(derive(key, world, episode))
      const near = (middle: number): number => middle + 0.6 * (random.uniform() - 0.5)
      const point = { x: near(maze.start.x), y: near(maze.start.y), right: 0, down: 0 }
      points[world] = point
      steps[world] = 0
      observations.set(seenBy(maze, point), world * size)
    },
    step(from, to, { observations, controls, rewards, endings: ended }) {
      for (let world = from; world < to; world += 1) {
        const [a = 0, b = 0] = controls.subarray(2 * world, 2 * world + 2)
        const point = pushPoint(maze, points[world] ?? { ...maze.start, right: 0, down: 0 }, [a, b])
        const arrived = Math.hypot(point.x - maze.goal.x, point.y - maze.goal.y) < radius
        const step = (steps[world] ?? 0) + 1
        points[world] = point
        steps[world] = step
        observations.set(seenBy(maze, point), world * size)
        rewards[world] = arrived ? 0 : -1
        ended[world] = arrived ? endings.terminal : step < length ? endings.none : endings.truncated
      }
    },
    script(seen, random) {
      if (random.uniform() < wandering) return [2 * random.uniform() - 1, 2 * random.uniform() - 1]
      const [x, y] = placeOf(maze, seen)
      const next = maze.next(x, y)
      const [right, down] = [next.x - x, next.y - y]
      const far = Math.max(Math.hypot(right, down), 1e-6)
      return [right / far + noise * random.normal(), down / far + noise * random.normal()]
    },
  }
}

const seenBy = ({ columns, rows }: Maze, { x, y, right, down }: MovingPoint): readonly number[] => [
  (2 * x) / columns - 1,
  (2 * y) / rows - 1,
  right / maxSpeed,
  down / maxSpeed,
]

const placeOf = ({ columns, rows }: Maze, [x = 0, y = 0]: Float32Array): readonly [number, number] => [
  ((x + 1) * columns) / 2,
  ((y + 1) * rows) / 2,
]

export default pointMaze
