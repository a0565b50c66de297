/** Unit tests as a model writes them: input and output. */
import type { Test } from '../../src/contracts/worlds/job.ts'

/** `Input:` and `Output:`, each on a separate line before its text. @returns `null` if one of them is missing or empty. */
export function readTest(text: string): Test | null {
  const after = behind(/(?:^|\n)[^\S\n]*input\s*:/i.exec(text))
  const label = /\n[^\S\n]*output\s*:/i.exec(after)
  const [input, output] = [after.slice(0, label?.index ?? 0).trim(), behind(label).trim()]
  return input === '' || output === '' ? null : { input: `${input}\n`, output }
}

const behind = (found: RegExpExecArray | null): string =>
  found === null ? '' : found.input.slice(found.index + found[0].length)

export const writeTest = ({ input, output }: Test): string => `Input:\n${input.trim()}\nOutput:\n${output.trim()}`
