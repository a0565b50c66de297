/** What sort of tasks to make. */
import { asRange, integerBetween, numberOrRange, readOptions } from '../../../src/text/read-options.ts'
import { largestK, longestList, maxClauses, maxDistractors } from './limits.ts'
import { maxExamples } from '../prompts/wording.ts'

export type NumberRange = readonly [number, number]

export interface CodingOptions {
  /** Clauses of a pipeline, from 1 to 6: a number or a range. */
  readonly clauses?: number | NumberRange
  /** Digits of the lists that a program is tried on, from 1 to 12: a number or a range. */
  readonly length?: number | NumberRange
  /** Numbers in the clauses, from 1 to 8: a number or a range. */
  readonly k?: number | NumberRange
  /** Share of the clauses worded in a rare way, in [0, 1]. */
  readonly rare?: number
  /** Sentences that ask for nothing, from 0 to 3: a number or a range. */
  readonly distractors?: number | NumberRange
  /** Tests that are shown, from 0 to 3: a number or a range. */
  readonly examples?: number | NumberRange
  /** Share of the tasks that only examples specify, in [0, 1]; those have 3. */
  readonly unsaid?: number
  /** Hidden tests of a task, from 2 to 32. */
  readonly tests?: number
}

/** Options with nothing left open. */
export interface CodingSettings {
  readonly clauses: NumberRange
  readonly length: NumberRange
  readonly k: NumberRange
  readonly rare: number
  readonly distractors: NumberRange
  readonly examples: NumberRange
  readonly unsaid: number
  readonly tests: number
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
      ...integerBetween(2, 32),
    },
  },
}

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export function codingSettings(options: CodingOptions = {}): CodingSettings {
  const { clauses, length, k, distractors, examples, ...others } = readOptions('coding', optionsSchema, options)
  return {
    ...others,
    clauses: asRange('clauses', clauses),
    length: asRange('length', length),
    k: asRange('k', k),
    distractors: asRange('distractors', distractors),
    examples: asRange('examples', examples),
  }
}
