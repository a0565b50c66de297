import { isTree } from '../../config/tree.ts'
import { parsedJson } from '../../text/parsed.ts'

/** The object that a text is in JSON; `null` if it is none. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> | null {
  const value = parsedJson(text)
  return isTree(value) ? value : null
}
