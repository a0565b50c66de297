/** Edits of the goal and of its hints. */
import { lengthOf, withPredicate, withPredicates } from '../generation/verifier.ts'
import type { Random } from '../../../src/math/random.ts'
import { predicatesOf, type DeskTask, type HintLevel } from '../tasks/task.ts'

/** A changed task, and what changed, in a sentence. */
export interface DeskChange {
  readonly task: DeskTask
  readonly reason: string
}

/** Another one of the verifiers that were made beforehand, whose plan is longer or shorter. */
export function switchVerifier(task: DeskTask, isLonger: boolean, random: Random): DeskChange | null {
  const before = lengthOf(task)
  const others = task.verifiers
    .map((_, verifier) => ({ ...task, verifier }))
    .filter(other => (isLonger ? lengthOf(other) > before : lengthOf(other) < before))
  if (others.length === 0) return null
  const chosen = random.pick(others)
  return { task: chosen, reason: `Verifier ${task.verifier} became verifier ${chosen.verifier}.` }
}

export function addPredicate(task: DeskTask, random: Random): DeskChange | null {
  const longer = withPredicate(task, random)
  return longer === null ? null : { task: longer, reason: 'One thing more is asked for.' }
}

export function dropPredicate(task: DeskTask, random: Random): DeskChange | null {
  const predicates = predicatesOf(task)
  if (predicates.length < 2) return null
  const dropped = random.integer(predicates.length)
  const left = predicates.filter((_, index) => index !== dropped)
  return { task: withPredicates(task, left), reason: 'One thing less is asked for.' }
}

const levels: readonly HintLevel[] = [0, 1, 2, 3]

export function changeHint(task: DeskTask, by: 1 | -1): DeskChange | null {
  const hint = levels.find(level => level === task.hint + by)
  if (hint === undefined) return null
  return { task: { ...task, hint }, reason: `The hint of level ${task.hint} became one of level ${hint}.` }
}
