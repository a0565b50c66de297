/** Tasks from files. */
import { z } from 'zod'
import { largestK, longestList, maxClauses, maxDistractors } from '../options/limits.ts'
import { clauseParaphrases, distractors, outputParaphrases, ways } from '../prompts/paraphrases.ts'
import { countedKinds, outputs, plainKinds } from '../tasks/pipeline.ts'
import type { CodingTask } from '../tasks/task.ts'
import { maxExamples } from '../prompts/wording.ts'
import { nth } from '../../../src/math/nth.ts'
import { parsed } from '../../../src/text/parsed.ts'
import { preview } from '../../../src/text/preview.ts'

const index = z.int().min(0)
const length = z.int().min(1).max(longestList)
const numbers = /^\d+( \d+)*$/
const test = z.strictObject({
  input: z.string().regex(/^\d( \d)*$/, 'must be digits between single spaces'),
  output: z.string().regex(numbers, 'must be numbers between single spaces'),
})

const schema = z.strictObject({
  clauses: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.enum(plainKinds) }),
        z.strictObject({ kind: z.enum(countedKinds), k: z.int().min(1).max(largestK) }),
      ]),
    )
    .min(1)
    .max(maxClauses),
  output: z.enum(outputs),
  wording: z.strictObject({
    inWords: z.boolean(),
    clauses: z.array(index),
    output: index,
    distractors: z.array(z.strictObject({ before: index, way: index })).max(maxDistractors),
  }),
  examples: z.array(test).max(maxExamples),
  lengths: z.tuple([length, length]),
  tests: z.array(test).min(2).max(32),
})

/** @throws {RangeError} naming the field, the value found and the value wanted. */
export function parseCodingTask(value: unknown): CodingTask {
  const task = parsed('task', schema, value)
  checkWording(task)
  const [shortest, longest] = task.lengths
  if (shortest > longest) throw new RangeError(`task.lengths: must be [low, high], got ${preview(task.lengths)}`)
  if (!task.wording.inWords && task.examples.length === 0)
    throw new RangeError('task.examples: must not be empty where wording.inWords is false, got []')
  return task
}

/** Every way of saying something must be there. */
function checkWording({ clauses, output, wording }: CodingTask): void {
  const { length } = wording.clauses
  if (length !== clauses.length)
    throw new RangeError(`task.wording.clauses: must have ${clauses.length} entries, one a clause, got ${length}`)
  clauses.forEach(({ kind }, place) => {
    const said = ways(clauseParaphrases[kind])
    below(`wording.clauses[${place}]`, nth(wording.clauses, place), said.length)
  })
  below('wording.output', wording.output, ways(outputParaphrases[output]).length)
  wording.distractors.forEach(({ before, way }, place) => {
    below(`wording.distractors[${place}].before`, before, clauses.length + 1)
    below(`wording.distractors[${place}].way`, way, ways(distractors).length)
  })
}

function below(field: string, value: number, bound: number): void {
  if (value >= bound) throw new RangeError(`task.${field}: must be below ${bound}, got ${value}`)
}
