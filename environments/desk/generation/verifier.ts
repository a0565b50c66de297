/** Lists of wishes: what makes one a verifier, and fresh ones of a depth. */
import type { Random } from '../../../src/math/random.ts'
import { beginDesk } from '../kernel/play.ts'
import { planDesk } from '../oracle/plan.ts'
import { wishesOf, type DeskTask } from '../tasks/task.ts'
import { holds, sourceConcern, concernOf, type Wish } from '../tasks/wish.ts'
import { drawWish } from './draw-wish.ts'

/** Most wishes of one goal. */
export const mostWishes = 7

/** Steps of the shortest plan. */
export const lengthOf = (task: DeskTask): number => planDesk(beginDesk(task, 'changes').state).cost

/** Whether each wish is still open, and none is about what another one changes. */
export function areCompatible(task: DeskTask, wishes: readonly Wish[]): boolean {
  const { homes } = task.arrangement
  const subjects = wishes.map(wish => concernOf(wish, homes))
  const sources = wishes.flatMap(wish => ('source' in wish && wish.source !== null ? [sourceConcern(wish.source)] : []))
  return (
    new Set(subjects).size === subjects.length &&
    !sources.some(source => subjects.includes(source)) &&
    wishes.every(wish => !holds(wish, task.data))
  )
}

/** The task with one more wish in its verifier; `null` if twenty draws give none that fits. */
export function withWish(task: DeskTask, random: Random): DeskTask | null {
  const wishes = wishesOf(task)
  for (let attempt = 0; attempt < 20 && wishes.length < mostWishes; attempt += 1) {
    const wish = drawWish(task.data, random)
    if (wish !== null && areCompatible(task, [...wishes, wish])) return withWishes(task, [...wishes, wish])
  }
  return null
}

/** The task with another list of wishes in the place of its verifier. */
export const withWishes = (task: DeskTask, wishes: readonly Wish[]): DeskTask => ({
  ...task,
  verifiers: task.verifiers.map((other, index) => (index === task.verifier ? wishes : other)),
})

/** Wishes for a desk whose plan has so many steps; `null` if a few attempts find none. */
export function drawVerifier(
  task: DeskTask,
  [least, most]: readonly [number, number],
  random: Random,
): readonly Wish[] | null {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    let drawn: DeskTask | null = { ...task, verifiers: [[]], verifier: 0 }
    let length = 0
    while (drawn !== null && length < least) {
      drawn = withWish(drawn, random)
      length = drawn === null ? 0 : lengthOf(drawn)
    }
    if (drawn !== null && length <= most) return wishesOf(drawn)
  }
  return null
}
