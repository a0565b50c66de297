/** Items as RLAnything's data sets have them. */
import { z } from 'zod'
import { checkCalls, checkFunctionName, shaped } from './check-item.ts'
import type { Item } from './item.ts'
import { nth } from '../../math/nth.ts'

const schema = z.object({
  question_id: z.union([z.string(), z.int()]).nullish(),
  question: z.string().min(1),
  test_input: z.array(z.string()).min(1),
  test_output: z.array(z.string()).min(1),
  test_method: z.enum(['stdio', 'functional']).default('stdio'),
  /** Seconds for one test. */
  test_time_limit: z.number().min(0.001).max(600).default(4),
  func_name: z.string().nullish(),
  starter_code: z.string().nullish(),
})

/**
 * Departure from the source: an item with a test that is empty on one side is refused; there it fails every program.
 *
 * @throws {RangeError} naming the fields that are wrong, with the value wanted and the value found.
 */
export function parseRlanythingItem(value: unknown): Item {
  const item = shaped(schema, value)
  const { test_input: inputs, test_output: outputs } = item
  if (inputs.length !== outputs.length)
    throw new RangeError(`test_output must be as long as test_input, ${inputs.length}, got ${outputs.length}`)
  const tests = inputs.map((input, index) => ({ input, output: nth(outputs, index) }))
  const empty = tests.findIndex(({ input, output }) => input === '' || output === '')
  if (empty >= 0)
    throw new RangeError(
      `${nth(tests, empty).input === '' ? 'test_input' : 'test_output'}.${empty} must be a non-empty text, got ""`,
    )
  return {
    format: 'rlanything',
    id: item.question_id === null || item.question_id === undefined ? null : String(item.question_id),
    title: null,
    difficulty: null,
    question: item.question,
    starterCode: item.starter_code ?? '',
    functionName: item.test_method === 'functional' ? called(item.func_name, tests) : null,
    tests,
    timeMs: item.test_time_limit * 1000,
  }
}

function called(name: string | null | undefined, tests: Item['tests']): string {
  if (name === null || name === undefined)
    throw new RangeError('func_name must be the function that a functional item calls, but it is missing')
  checkCalls(
    tests.map((test, index) => ({ ...test, inputField: `test_input.${index}`, outputField: `test_output.${index}` })),
  )
  return checkFunctionName('func_name', name)
}
