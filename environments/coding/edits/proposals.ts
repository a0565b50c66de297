/** Tasks that a language model proposes: another pipeline, worded and tested by the same grammar. */
import { z } from 'zod'
import type { TaskProposals } from '../../../src/contracts/worlds/task-proposals.ts'
import { parsed } from '../../../src/text/parsed.ts'
import { preview } from '../../../src/text/preview.ts'
import { withTests } from '../generation/generate.ts'
import { largestK, maxClauses } from '../options/limits.ts'
import { splitOf } from '../options/splits.ts'
import { countedKinds, outputs, plainKinds, type Pipeline } from '../tasks/pipeline.ts'
import type { CodingTask } from '../tasks/task.ts'
import { describe } from '../prompts/wording.ts'

const form = z.object({
  clauses: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.enum(plainKinds) }),
        z.object({ kind: z.enum(countedKinds), k: z.int().min(1).max(largestK) }),
      ]),
    )
    .min(1)
    .max(maxClauses),
  output: z.enum(outputs),
})

export const codingProposals: TaskProposals<CodingTask> = {
  tell: task =>
    `The present task: ${describe(task)}\n${JSON.stringify({ clauses: task.clauses, output: task.output })}`,
  schema: () => ({
    type: 'object',
    properties: {
      clauses: {
        type: 'array',
        minItems: 1,
        maxItems: maxClauses,
        items: {
          anyOf: [
            {
              type: 'object',
              properties: { kind: { enum: plainKinds } },
              required: ['kind'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { kind: { enum: countedKinds }, k: { type: 'integer', minimum: 1, maximum: largestK } },
              required: ['kind', 'k'],
              additionalProperties: false,
            },
          ],
        },
      },
      output: { enum: outputs },
    },
    required: ['clauses', 'output'],
    additionalProperties: false,
  }),
  apply: (task, proposal, random) => {
    const { clauses, output } = parsed('proposal', form, proposal)
    const [split, asked] = [splitOf(task), splitOf({ clauses, output })]
    if (asked !== split) throw new RangeError(`proposal must be a pipeline of ${split}, got one of ${asked}`)
    /* In the first, common wording: held-out and rare ones stay so. */
    const wording = { inWords: true, clauses: clauses.map(() => 0), output: 0, distractors: [] }
    const { lengths, tests, examples } = task
    const changed = { ...task, clauses, output, wording }
    const edited = withTests(changed, { lengths, tests: tests.length, examples: examples.length }, random)
    if (edited === null)
      throw new RangeError(
        `proposal must not print the same of all lists, and each clause must matter, got ${preview(proposal)}`,
      )
    return { task: edited, name: 'model', reason: `A model changed ${told(task)} into ${told(changed)}.` }
  },
}

const told = ({ clauses, output }: Pipeline): string =>
  [...clauses.map(clause => ('k' in clause ? `${clause.kind} ${clause.k}` : clause.kind)), output].join(', ')
