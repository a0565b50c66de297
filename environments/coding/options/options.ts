/** What sort of tasks to make. */
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

export const maxClauses = 6
export const longestList = 12
export const largestK = 8
export const maxDistractors = 3
export const minTests = 2
export const maxTests = 32

const known = ['clauses', 'length', 'k', 'rare', 'distractors', 'examples', 'unsaid', 'tests']

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export function codingSettings(options: CodingOptions = {}): CodingSettings {
  for (const key of Object.keys(options))
    if (!known.includes(key)) throw new RangeError(`coding has no option ${key}: it has ${known.join(', ')}`)
  const { rare = 0.2, unsaid = 0 } = options
  const { tests = 8 } = options
  if (!Number.isInteger(tests) || tests < minTests || tests > maxTests)
    throw new RangeError(`tests must be from ${minTests} to ${maxTests}, got ${JSON.stringify(tests)}`)
  return {
    clauses: range('clauses', options.clauses ?? [1, 4], [1, maxClauses]),
    length: range('length', options.length ?? [5, 8], [1, longestList]),
    k: range('k', options.k ?? [1, 5], [1, largestK]),
    rare: share('rare', rare),
    distractors: range('distractors', options.distractors ?? 0, [0, maxDistractors]),
    examples: range('examples', options.examples ?? 0, [0, maxExamples]),
    unsaid: share('unsaid', unsaid),
    tests,
  }
}

/** Options may come from a file: a type is not proof. */
function range(name: string, wanted: number | NumberRange, [least, most]: NumberRange): NumberRange {
  const [low = Number.NaN, high = Number.NaN, ...more] =
    typeof wanted === 'number' ? [wanted, wanted] : isList(wanted) ? wanted : []
  if (!Number.isInteger(low) || !Number.isInteger(high) || low < least || high < low || high > most || more.length > 0)
    throw new RangeError(`${name} must be from ${least} to ${most}, got ${JSON.stringify(wanted)}`)
  return [low, high]
}

function share(name: string, wanted: number): number {
  if (!(typeof wanted === 'number' && wanted >= 0 && wanted <= 1))
    throw new RangeError(`${name} must be in [0, 1], got ${JSON.stringify(wanted)}`)
  return wanted
}

const isList = (value: unknown): value is NumberRange => Array.isArray(value)
