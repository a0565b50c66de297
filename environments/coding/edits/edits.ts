/** Tasks made from tasks: one change at a time, each known to make things harder or easier. */
import type { Direction, Edit } from '../../../src/contracts/worlds/environment.ts'
import type { Random } from '../../../src/math/random.ts'
import type { CodingChange } from './change.ts'
import { clauseEdits } from './edit-clauses.ts'
import { tellingEdits } from './edit-telling.ts'
import { withTests } from '../generation/generate.ts'
import { splitOf } from '../options/splits.ts'
import type { CodingTask } from '../tasks/task.ts'

/** The kinds of edit that go each way, in a fixed order. `replace-clause` goes either way. */
const directions: Readonly<Record<Direction, readonly string[]>> = {
  harder: [
    'add-clause',
    'larger-number',
    'longer-lists',
    'rarer-words',
    'add-distractor',
    'remove-example',
    'hide-words',
    'replace-clause',
  ],
  easier: [
    'remove-clause',
    'smaller-number',
    'shorter-lists',
    'commoner-words',
    'remove-distractor',
    'add-example',
    'show-words',
    'replace-clause',
  ],
}
const edits = { ...clauseEdits, ...tellingEdits }

export const codingEditNames = (direction: Direction): readonly string[] => directions[direction]

/**
 * One candidate of the named kind, `null` if it does not apply. Easing works on the clause that is complained of where
 * it can, hardening on a mastered one. Its tests are outputs of the new pipeline, which is of the same split.
 *
 * @param complaint the clause that most programs missed, as labels name it.
 * @throws {RangeError} if there is no such kind of edit.
 */
export function editCodingTask(
  task: CodingTask,
  name: string,
  random: Random,
  complaint: string | null = null,
): Edit<CodingTask> | null {
  const edit = edits[name]
  if (edit === undefined) throw new RangeError(`no edit named ${name}: there are ${Object.keys(edits).join(', ')}`)
  const direction = directions.easier.includes(name) ? 'easier' : 'harder'
  const change = edit(task, { random, direction, complaint })
  if (change === null || splitOf(change.task) !== splitOf(task)) return null
  const edited = tested(task, change, random)
  return edited === null ? null : { task: edited, name, reason: change.reason }
}

/** The changed task with new tests; with the old ones if only its words changed. */
function tested(before: CodingTask, { task, examples }: CodingChange, random: Random): CodingTask | null {
  const { clauses, output, lengths } = task
  const isSaidAnew = clauses === before.clauses && output === before.output && lengths === before.lengths
  if (isSaidAnew && examples === undefined) return task
  return withTests(task, { lengths, tests: task.tests.length, examples: examples ?? task.examples.length }, random)
}
