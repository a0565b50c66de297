/** A point of mass: speed goes towards the action's, at most 0.25 cells a step; walls stop it in their direction alone. */
import type { Maze } from './layouts.ts'

export const maxSpeed = 0.25
const inertia = 0.7

export interface MovingPoint {
  readonly x: number
  readonly y: number
  /** Cells a step. */
  readonly right: number
  readonly down: number
}

/** @param action two numbers in [−1, 1]. */
export function pushPoint(
  maze: Pick<Maze, 'isWall'>,
  { x, y, right, down }: MovingPoint,
  [a, b]: readonly [number, number],
): MovingPoint {
  const faster = (speed: number, wanted: number): number => inertia * speed + (1 - inertia) * maxSpeed * wanted
  const [along, across] = [faster(right, a), faster(down, b)]
  const stopped = maze.isWall(x + along, y)
  const nextX = stopped ? x : x + along
  const fallen = maze.isWall(nextX, y + across)
  return { x: nextX, y: fallen ? y : y + across, right: stopped ? 0 : along, down: fallen ? 0 : across }
}
