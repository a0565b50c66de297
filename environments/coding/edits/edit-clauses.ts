/** Edits that change the task's work. */
import { placeFor, type EditOrder, type TaskEdit } from './change.ts'
import { drawClause } from '../generation/generate.ts'
import { largestK, maxClauses } from '../options/limits.ts'
import { clauseParaphrases, waysOf } from '../prompts/paraphrases.ts'
import { isCounted, numberOf, type Clause } from '../tasks/pipeline.ts'
import { isUnseen } from '../options/splits.ts'
import type { CodingTask } from '../tasks/task.ts'
import { sayClause } from '../prompts/wording.ts'
import { nth } from '../../../src/math/nth.ts'

export const clauseEdits: Readonly<Record<string, TaskEdit>> = {
  'add-clause': (task, order) => {
    const { clauses } = task
    if (clauses.length === maxClauses) return null
    const clause = drawOther(order, order.complaint)
    const place = order.random.integer(clauses.length + 1)
    const changed = withClause(task, { place, remove: 0, clause }, order)
    return { task: changed, reason: `The program must now also ${saidIn(changed, place)}.` }
  },
  'remove-clause': (task, order) => {
    const place = task.clauses.length > 1 ? placeFor(task, order, () => true) : null
    if (place === null) return null
    return {
      task: withoutClause(task, place),
      reason: `The program need no longer ${saidIn(task, place)}.`,
    }
  },
  'replace-clause': (task, order) => {
    const place = placeFor(task, order, () => true)
    if (place === null) return null
    const changed = withClause(
      task,
      { place, remove: 1, clause: drawOther(order, nth(task.clauses, place).kind) },
      order,
    )
    return {
      task: changed,
      reason: `The program must now ${saidIn(changed, place)}; before, it had to ${saidIn(task, place)}.`,
    }
  },
  'larger-number': (task, order) => withNumber(task, order, 1),
  'smaller-number': (task, order) => withNumber(task, order, -1),
}

/** A clause of any kind but one. */
function drawOther({ random }: EditOrder, than: string | null): Clause {
  for (;;) {
    const clause = drawClause([1, largestK], random)
    if (clause.kind !== than) return clause
  }
}

const saidIn = ({ clauses, wording }: CodingTask, place: number): string =>
  sayClause(nth(clauses, place), nth(wording.clauses, place))

interface Replacement {
  readonly place: number
  /** Clauses that make room: 0 or 1. */
  readonly remove: 0 | 1
  readonly clause: Clause
}

/** The task with a clause put in; it is worded in a common way, or a held-out one in a task of `unseen`. */
function withClause(task: CodingTask, { place, remove, clause }: Replacement, { random }: EditOrder): CodingTask {
  const { clauses, wording } = task
  const way = random.pick(waysOf(clauseParaphrases[clause.kind], isUnseen(task) ? 'heldOut' : 'common'))
  return {
    ...task,
    clauses: clauses.toSpliced(place, remove, clause),
    wording: {
      ...wording,
      clauses: wording.clauses.toSpliced(place, remove, way),
      distractors: remove === 1 ? wording.distractors : moved(task, place, 1),
    },
  }
}

function withoutClause(task: CodingTask, place: number): CodingTask {
  const { clauses, wording } = task
  return {
    ...task,
    clauses: clauses.toSpliced(place, 1),
    wording: {
      ...wording,
      clauses: wording.clauses.toSpliced(place, 1),
      distractors: moved(task, place, -1),
    },
  }
}

/** Distractors keep their neighbours. */
const moved = ({ wording }: CodingTask, place: number, by: number) =>
  wording.distractors.map(each => (each.before > place ? { ...each, before: each.before + by } : each))

/** One number one larger or smaller; the way of saying stays. */
function withNumber(task: CodingTask, order: EditOrder, by: number): ReturnType<TaskEdit> {
  const place = placeFor(task, order, each => {
    const k = numberOf(nth(task.clauses, each))
    return k !== null && k + by >= 1 && k + by <= largestK
  })
  if (place === null) return null
  const clause = nth(task.clauses, place)
  if (!isCounted(clause.kind) || !('k' in clause)) return null
  const changed = { ...task, clauses: task.clauses.with(place, { ...clause, k: clause.k + by }) }
  return { task: changed, reason: `The program must now ${saidIn(changed, place)}; before, it was ${clause.k}.` }
}
