/** Items of LiveCodeBench's code generation files. */
import { inflateSync } from 'node:zlib'
import { z } from 'zod'
import { reasonOf } from '../../contracts/failure.ts'
import { brief, checkCalls, checkFunctionName, shaped, type NamedTest } from './check-item.ts'
import type { Item } from './item.ts'
import { readJson } from './json.ts'
import { pickledText } from './pickled-text.ts'
import { maxBytes } from './records.ts'
import { isRangeError } from '../../contracts/built-in-error.ts'

const schema = z.object({
  question_id: z.string().min(1),
  question_title: z.string().nullish(),
  question_content: z.string().min(1),
  difficulty: z.string().nullish(),
  starter_code: z.string().nullish(),
})
const testSchema = z.object({ input: z.string(), output: z.string(), testtype: z.enum(['stdin', 'functional']) })
const metadataSchema = z.object({ metadata: z.object({ func_name: z.string().nullish() }) })

type CaseField = 'public_test_cases' | 'private_test_cases'
type Case = NamedTest & { readonly testtype: 'stdin' | 'functional'; readonly typeField: string }

/** For one test, as LiveCodeBench's own grader has it. */
const timeMs = 6000

/**
 * @param limit bytes that hidden tests may unfold to.
 * @throws {RangeError} naming the fields that are wrong, with the value wanted and the value found.
 */
export function parseLiveCodeBenchItem(value: object, limit = maxBytes): Item {
  const item = shaped(schema, value)
  const fields: Partial<Record<CaseField | 'metadata', unknown>> = value
  const cases = [
    ...casesOf('public_test_cases', fields.public_test_cases, limit),
    ...casesOf('private_test_cases', fields.private_test_cases, limit),
  ]
  if (cases.length === 0)
    throw new RangeError('public_test_cases and private_test_cases must have at least one test together, got none')
  const functionName = nameOf(fields.metadata)
  const wanted = functionName === null ? 'stdin' : 'functional'
  const other = cases.find(({ testtype }) => testtype !== wanted)
  if (other !== undefined)
    throw new RangeError(
      `${other.typeField} must be "${wanted}" where metadata.func_name is ${JSON.stringify(functionName)}, got "${other.testtype}"`,
    )
  if (functionName !== null) checkCalls(cases)
  return {
    format: 'livecodebench',
    id: item.question_id,
    title: item.question_title ?? null,
    difficulty: item.difficulty ?? null,
    question: item.question_content,
    starterCode: item.starter_code ?? '',
    functionName,
    tests: cases.map(({ input, output }) => ({ input, output })),
    timeMs,
  }
}

function casesOf(field: CaseField, value: unknown, limit: number): Case[] {
  const list = typeof value === 'string' ? listIn(field, value, limit) : (value ?? [])
  const { [field]: tests } = shaped(z.object({ [field]: z.array(testSchema) }), { [field]: list })
  return (tests ?? []).map((test, index) => ({
    ...test,
    inputField: `${field}.${index}.input`,
    outputField: `${field}.${index}.output`,
    typeField: `${field}.${index}.testtype`,
  }))
}

/** The JSON of a text of tests, which may be compressed. */
function listIn(field: CaseField, text: string, limit: number): unknown {
  const plain = readJson(text)
  if ('value' in plain) return plain.value
  const inner = unpacked(field, text, limit)
  const json = readJson(inner)
  if ('value' in json) return json.value
  throw new RangeError(`${field} must have a list of tests as JSON packed in it, got ${brief(inner)}`)
}

/** JSON that was pickled, deflated and written as base64. */
function unpacked(field: CaseField, text: string, limit: number): string {
  try {
    return pickledText(inflateSync(Buffer.from(text, 'base64'), { maxOutputLength: limit }))
  } catch (error) {
    const bomb = isRangeError(error) && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    if (bomb) throw new RangeError(`${field} must unfold to at most ${limit} bytes, got more`, { cause: error })
    throw new RangeError(
      `${field} must be a list of tests as JSON, or base64 of zlib of a pickled text of it, got ${brief(text)} (${reasonOf(error)})`,
      { cause: error },
    )
  }
}

/** Name of the function to call; `null` where programs read and print. */
function nameOf(value: unknown): string | null {
  const json = typeof value === 'string' ? readJson(value) : { value: value ?? {} }
  if ('problem' in json) throw new RangeError(`metadata must be an object as JSON, got ${brief(String(value))}`)
  const { metadata } = shaped(metadataSchema, { metadata: json.value })
  const name = metadata.func_name ?? null
  return name === null ? null : checkFunctionName('metadata.func_name', name)
}
