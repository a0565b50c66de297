import { isTree } from '../../config/tree.ts'

/** The value that a text is in JSON; `undefined` if it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object that a text is in JSON; `null` if it is none. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> | null {
  const value = parsedJson(text)
  return isTree(value) ? value : null
}
