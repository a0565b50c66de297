/** Items as text in either format, for tests that read them back. */
import { deflateSync } from 'node:zlib'
import type { Test } from '../../src/contracts/worlds/job.ts'

/** Tests of one item, and how its programs are used. */
export interface Sheet {
  readonly id: string
  readonly functionName: string | null
  readonly tests: readonly Test[]
}

export const rlanythingLine = ({ id, functionName, tests }: Sheet): string =>
  JSON.stringify({
    question_id: id,
    question: 'What is asked.',
    test_input: tests.map(({ input }) => input),
    test_output: tests.map(({ output }) => output),
    ...(functionName === null ? {} : { test_method: 'functional', func_name: functionName }),
  })

/** The first of the tests is public. */
export function liveCodeBenchLine({ id, functionName, tests }: Sheet): string {
  const cases = tests.map(test => ({ ...test, testtype: functionName === null ? 'stdin' : 'functional' }))
  return JSON.stringify({
    question_id: id,
    question_content: 'What is asked.',
    public_test_cases: JSON.stringify(cases.slice(0, 1)),
    private_test_cases: packed(JSON.stringify(cases.slice(1))),
    metadata: JSON.stringify(functionName === null ? {} : { func_name: functionName }),
  })
}

/** Base64 of zlib of a pickled text. */
export const packed = (text: string): string => deflateSync(pickled(text)).toString('base64')

/** A text as pickles of protocol 4 hold it. */
export function pickled(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([Buffer.from([0x80, 4, 0x58]), length, bytes, Buffer.from([0x94, 0x2e])])
}
