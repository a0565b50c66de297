/** Unit tests as a model writes them: input and output. */
import type { Test } from '../../src/contracts/worlds/job.ts'

/** `Input:` and `Output:`, each on a separate line before its text. @returns `null` if one of them is missing or empty. */
export function readTest(text: string): Test | null {
  const match = /(?:^|\n)\s*input\s*:[ \t]*\n?(.*?)\n\s*output\s*:[ \t]*\n?(.*)$/is.exec(text)
  const [input, output] = [match?.[1]?.trim() ?? '', match?.[2]?.trim() ?? '']
  return input === '' || output === '' ? null : { input: `${input}\n`, output }
}

export const writeTest = ({ input, output }: Test): string => `Input:\n${input.trim()}\nOutput:\n${output.trim()}`
