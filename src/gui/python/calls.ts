/** Function calls of Python in a text; everything around them is skipped. */
import { afterItem, readLiteral, skipSpace, type Found, type PythonValue } from './literal.ts'

export interface PythonCall {
  readonly name: string
  readonly positional: readonly PythonValue[]
  /** In their order; a name may occur twice. */
  readonly keywords: readonly (readonly [name: string, value: PythonValue])[]
}

const identifier = /[\p{ID_Start}_][\p{ID_Continue}]*/uy

/**
 * Every call whose arguments are literals, in order. Comments are no text; of `f(g('1'))` the inner call remains, since
 * it is the only one with literals.
 *
 * Source: BrowserGym's `highlevel_action_parser`, searched for in the whole text.
 */
export function pythonCalls(text: string): readonly PythonCall[] {
  const calls: PythonCall[] = []
  let at = skipSpace(text, 0)
  while (at < text.length) {
    const found = readCall(text, at)
    if (found !== null) calls.push(found.value)
    at = skipSpace(text, found === null ? afterLetter(text, at) : found.end)
  }
  return calls
}

/** The place after the letter, of two code units perhaps, or after the rest of a word that no call can begin in. */
function afterLetter(text: string, at: number): number {
  const name = nameAt(text, at)
  const next = name === null ? at : skipSpace(text, at + name.length)
  if (name !== null && text[next] !== '(') return at + name.length
  return at + String.fromCodePoint(text.codePointAt(at) ?? 0).length
}

function nameAt(text: string, at: number): string | null {
  identifier.lastIndex = at
  return identifier.exec(text)?.[0] ?? null
}

function readCall(text: string, at: number): Found<PythonCall> | null {
  const name = nameAt(text, at)
  if (name === null) return null
  const open = skipSpace(text, at + name.length)
  return text[open] === '(' ? readArguments(text, name, skipSpace(text, open + 1)) : null
}

/** Positional arguments, then those with names. */
function readArguments(text: string, name: string, at: number): Found<PythonCall> | null {
  const positional: PythonValue[] = []
  const keywords: [string, PythonValue][] = []
  let next = at
  while (text[next] !== ')') {
    const plain = keywords.length === 0 ? readLiteral(text, next) : null
    const keyword = plain === null ? readKeyword(text, next) : null
    if (plain !== null) positional.push(plain.value)
    else if (keyword !== null) keywords.push(keyword.value)
    const end = plain?.end ?? keyword?.end
    next = end === undefined ? -1 : afterItem(text, end, ')')
    if (next < 0) return null
  }
  return { value: { name, positional, keywords }, end: next + 1 }
}

function readKeyword(text: string, at: number): Found<[string, PythonValue]> | null {
  const name = nameAt(text, at)
  if (name === null) return null
  const equals = skipSpace(text, at + name.length)
  const found = text[equals] === '=' ? readLiteral(text, equals + 1) : null
  return found === null ? null : { value: [name, found.value], end: found.end }
}
