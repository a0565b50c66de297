/** Edits that change a task's wording and tests, and leave the work the same. */
import { placeFor, type EditOrder, type TaskEdit } from './change.ts'
import { longestList, maxDistractors } from '../options/limits.ts'
import { clauseParaphrases, distractors, usageOf, ways, waysOf, type Paraphrases } from '../prompts/paraphrases.ts'
import { isUnseen } from '../options/splits.ts'
import type { CodingTask } from '../tasks/task.ts'
import { maxExamples, sayClause } from '../prompts/wording.ts'
import { nth } from '../../../src/math/nth.ts'

export const tellingEdits: Readonly<Record<string, TaskEdit>> = {
  'rarer-words': (task, order) => reworded(task, order, { from: 'common', to: 'rare' }),
  'commoner-words': (task, order) => reworded(task, order, { from: 'rare', to: 'common' }),
  'add-distractor': (task, { random }) => {
    const { clauses, wording } = task
    if (!wording.inWords || wording.distractors.length === maxDistractors) return null
    const way = random.pick(waysOf(distractors, isUnseen(task) ? 'heldOut' : 'common'))
    const before = random.integer(clauses.length + 1)
    const more = [...wording.distractors, { before, way }].sort((a, b) => a.before - b.before)
    return {
      task: { ...task, wording: { ...wording, distractors: more } },
      reason: `The task now also says '${nth(ways(distractors), way)}', which asks for nothing.`,
    }
  },
  'remove-distractor': (task, { random }) => {
    const { wording } = task
    if (wording.distractors.length === 0) return null
    const place = random.integer(wording.distractors.length)
    return {
      task: { ...task, wording: { ...wording, distractors: wording.distractors.toSpliced(place, 1) } },
      reason: 'The task says one thing less that asks for nothing.',
    }
  },
  'longer-lists': task => resized(task, 1),
  'shorter-lists': task => resized(task, -1),
  'add-example': task =>
    task.examples.length === maxExamples
      ? null
      : { task, examples: task.examples.length + 1, reason: 'The task shows one example more.' },
  'remove-example': task =>
    task.examples.length === (task.wording.inWords ? 0 : 1)
      ? null
      : { task, examples: task.examples.length - 1, reason: 'The task shows one example less.' },
  'hide-words': task =>
    task.wording.inWords && task.examples.length > 0
      ? {
          task: { ...task, wording: { ...task.wording, inWords: false, distractors: [] } },
          reason: 'The task no longer says what to do: its examples must.',
        }
      : null,
  'show-words': task =>
    task.wording.inWords
      ? null
      : { task: { ...task, wording: { ...task.wording, inWords: true } }, reason: 'The task now says what to do.' },
}

interface Rewording {
  readonly from: keyof Paraphrases
  readonly to: keyof Paraphrases
}

/** One clause worded more or less usually. */
function reworded(task: CodingTask, order: EditOrder, { from, to }: Rewording): ReturnType<TaskEdit> {
  const { clauses, wording } = task
  if (!wording.inWords) return null
  const place = placeFor(
    task,
    order,
    each => usageOf(clauseParaphrases[nth(clauses, each).kind], nth(wording.clauses, each)) === from,
  )
  if (place === null) return null
  const clause = nth(clauses, place)
  const way = order.random.pick(waysOf(clauseParaphrases[clause.kind], to))
  const before = sayClause(clause, nth(wording.clauses, place))
  return {
    task: { ...task, wording: { ...wording, clauses: wording.clauses.with(place, way) } },
    reason: `'${before}' is now said as '${sayClause(clause, way)}'.`,
  }
}

/** Lists with one digit more or less. */
function resized(task: CodingTask, by: number): ReturnType<TaskEdit> {
  const [low, high] = [task.lengths[0] + by, task.lengths[1] + by]
  if (low < 1 || high > longestList) return null
  return {
    task: { ...task, lengths: [low, high] },
    reason: `The lists now have ${low} to ${high} digits.`,
  }
}
