/** The options as JSON Schema: for `rlanything config` and for editors. */
import { largestK, minTests, longestList, maxClauses, maxDistractors, maxTests } from './options.ts'
import { maxExamples } from '../prompts/wording.ts'

const numberOrRange = (minimum: number, maximum: number) => {
  const number = { type: 'integer', minimum, maximum }
  return { anyOf: [number, { type: 'array', prefixItems: [number, number], items: false, minItems: 2, maxItems: 2 }] }
}
const share = { type: 'number', minimum: 0, maximum: 1 }

export const optionsSchema = {
  type: 'object',
  description: 'which programs are asked for, and how',
  additionalProperties: false,
  properties: {
    clauses: {
      description: 'clauses of a pipeline: a number or a range',
      default: [1, 4],
      ...numberOrRange(1, maxClauses),
    },
    length: {
      description: 'digits of the lists that a program is tried on: a number or a range',
      default: [5, 8],
      ...numberOrRange(1, longestList),
    },
    k: { description: 'numbers in the clauses: a number or a range', default: [1, 5], ...numberOrRange(1, largestK) },
    rare: { description: 'share of the clauses in rare words', default: 0.2, ...share },
    distractors: {
      description: 'irrelevant statements: a number or a range',
      default: 0,
      ...numberOrRange(0, maxDistractors),
    },
    examples: {
      description: 'tests that are shown: a number or a range',
      default: 0,
      ...numberOrRange(0, maxExamples),
    },
    unsaid: {
      description: `share of the tasks that only examples specify; those show ${maxExamples}`,
      default: 0,
      ...share,
    },
    tests: {
      description: 'hidden tests of a task',
      default: 8,
      type: 'integer',
      minimum: minTests,
      maximum: maxTests,
    },
  },
}
