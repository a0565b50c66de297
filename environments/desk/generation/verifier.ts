/** Lists of predicates: what makes one a verifier, and fresh ones of a depth. */
import type { Random } from '../../../src/math/random.ts'
import { beginDesk } from '../kernel/play.ts'
import { planDesk } from '../expert/plan.ts'
import { predicatesOf, type DeskTask } from '../tasks/task.ts'
import { holds, maxPredicates, sourceConcern, concernOf, type Predicate } from '../tasks/predicate.ts'
import { drawPredicate } from './draw-predicate.ts'

/** Steps of the shortest plan. */
export const lengthOf = (task: DeskTask): number => planDesk(beginDesk(task, 'changes').state).cost

/** Whether each predicate is still open, and none is about what another one changes. */
export function areCompatible(task: DeskTask, predicates: readonly Predicate[]): boolean {
  const { homes } = task.arrangement
  const subjects = predicates.map(predicate => concernOf(predicate, homes))
  const sources = predicates.flatMap(predicate =>
    'source' in predicate && predicate.source !== null ? [sourceConcern(predicate.source)] : [],
  )
  return (
    new Set(subjects).size === subjects.length &&
    !sources.some(source => subjects.includes(source)) &&
    predicates.every(predicate => !holds(predicate, task.data))
  )
}

/** The task with one more predicate in its verifier; `null` if twenty draws give none that fits. */
export function withPredicate(task: DeskTask, random: Random): DeskTask | null {
  const predicates = predicatesOf(task)
  for (let attempt = 0; attempt < 20 && predicates.length < maxPredicates; attempt += 1) {
    const predicate = drawPredicate(task.data, random)
    if (predicate !== null && areCompatible(task, [...predicates, predicate]))
      return withPredicates(task, [...predicates, predicate])
  }
  return null
}

/** The task with another list of predicates as its verifier. */
export const withPredicates = (task: DeskTask, predicates: readonly Predicate[]): DeskTask => ({
  ...task,
  verifiers: task.verifiers.map((other, index) => (index === task.verifier ? predicates : other)),
})

/** Predicates for a desk whose plan has so many steps; `null` if a few attempts find none. */
export function drawVerifier(
  task: DeskTask,
  [least, most]: readonly [number, number],
  random: Random,
): readonly Predicate[] | null {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    let drawn: DeskTask | null = { ...task, verifiers: [[]], verifier: 0 }
    let length = 0
    while (drawn !== null && length < least) {
      drawn = withPredicate(drawn, random)
      length = drawn === null ? 0 : lengthOf(drawn)
    }
    if (drawn !== null && length <= most) return predicatesOf(drawn)
  }
  return null
}
