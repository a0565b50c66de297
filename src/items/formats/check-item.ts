/** Checks that items of both formats share. */
import type { z } from 'zod'
import type { Test } from '../../contracts/worlds/job.ts'
import { inputSchema } from '../../config/checked.ts'
import { configProblems } from '../../config/config-problem.ts'
import { readJson } from './json.ts'

/** @throws {RangeError} naming the first fields that are wrong, with the value wanted and the value found. */
export function shaped<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new RangeError(firstProblems(configProblems(inputSchema(schema), parsed.error.issues, { what: 'the item' })))
}

/** A test, and its path in its item, e.g. `test_input.3`. */
export interface NamedTest extends Test {
  readonly inputField: string
  readonly outputField: string
}

/** @throws {RangeError} naming the first tests that are no call: one JSON argument a line, and a JSON value back. */
export function checkCalls(tests: readonly NamedTest[]): void {
  const problems = tests.flatMap(({ input, output, inputField, outputField }) => {
    const wrong = input.split('\n').find(line => !isPythonJson(line))
    return [
      ...(wrong === undefined ? [] : [`${inputField} must be one JSON argument a line, got the line ${brief(wrong)}`]),
      ...(isPythonJson(output) ? [] : [`${outputField} must be JSON, got ${brief(output)}`]),
    ]
  })
  if (problems.length > 0) throw new RangeError(firstProblems(problems))
}

/** @throws {RangeError} if `name` cannot be that of a function to call. */
export function checkFunctionName(field: string, name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return name
  throw new RangeError(`${field} must be the name of a Python function in ASCII, got ${brief(name)}`)
}

/** As JSON, the start of it. */
export function brief(text: string): string {
  const shown = JSON.stringify(text.slice(0, 80))
  return text.length > 80 ? `${shown} and ${text.length - 80} letters more` : shown
}

/** The first problems, a line each, and how many more there are. */
function firstProblems(problems: readonly string[], maxShown = 5): string {
  const rest = problems.length - maxShown
  return [...problems.slice(0, maxShown), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
}

/** Python reads and writes `NaN` and `Infinity` too. */
const isPythonJson = (text: string): boolean => isJson(text) || isJson(text.replace(/-?\b(?:NaN|Infinity)\b/g, '0'))

const isJson = (text: string): boolean => 'value' in readJson(text)
