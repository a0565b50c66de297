/** Literals of Python as written in actions and in texts of accessibility trees. */

/** Tuples read as lists; a number does not say whether it was an integer. */
export type PythonValue =
  | string
  | number
  | boolean
  | null
  | readonly PythonValue[]
  | { readonly [key: string]: PythonValue }

/** A value, and the place right after it. */
export interface Found<T> {
  readonly value: T
  readonly end: number
}

const space = /(?:\s|#.*)*/y
const quoted =
  /"""((?:[^"\\]|"(?!"")|\\[^])*)"""|'''((?:[^'\\]|'(?!'')|\\[^])*)'''|"((?:[^"\n\r\\]|\\[^])*)"|'((?:[^'\n\r\\]|\\[^])*)'/y
const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const word = /(?:True|False|None)(?![\w$])/y
const words: Readonly<Record<string, boolean | null>> = { True: true, False: false, None: null }
const closing: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' }

/** Most lists within lists: deeper ones are no literal. */
const maxDepth = 50

/** The place after white space and comments. */
export const skipSpace = (text: string, at: number): number => at + (match(space, text, at)?.[0].length ?? 0)

/** The literal at a place, white space before it allowed; `null` if missing. */
export function readLiteral(text: string, at: number, depth = 0): Found<PythonValue> | null {
  const start = skipSpace(text, at)
  const string = readString(text, start)
  if (string !== null) return string
  const digits = match(number, text, start)
  if (digits !== null) return { value: Number(digits[0]), end: start + digits[0].length }
  const name = match(word, text, start)
  if (name !== null) return { value: words[name[0]] ?? null, end: start + name[0].length }
  const open = text[start] ?? ''
  const close = closing[open]
  if (close === undefined || depth >= maxDepth) return null
  return open === '{' ? readDict(text, start + 1, depth + 1) : readList(text, start + 1, close, depth + 1)
}

/** A quoted string with its escapes. */
function readString(text: string, at: number): Found<string> | null {
  const found = match(quoted, text, at)
  if (found === null) return null
  const [whole, longDouble, longSingle, double, single] = found
  const inside = longDouble ?? longSingle ?? double ?? single ?? ''
  return { value: unescaped(inside), end: at + whole.length }
}

/** Items up to the closing bracket, with commas between them and perhaps after the last. */
function readList(text: string, at: number, close: string, depth: number): Found<readonly PythonValue[]> | null {
  const items: PythonValue[] = []
  let next = skipSpace(text, at)
  while (text[next] !== close) {
    const item = readLiteral(text, next, depth)
    if (item === null) return null
    items.push(item.value)
    next = afterItem(text, item.end, close)
    if (next < 0) return null
  }
  return { value: items, end: next + 1 }
}

function readDict(text: string, at: number, depth: number): Found<PythonValue> | null {
  const entries: [string, PythonValue][] = []
  let next = skipSpace(text, at)
  while (text[next] !== '}') {
    const key = readString(text, next)
    const colon = key === null ? -1 : skipSpace(text, key.end)
    const value = text[colon] === ':' ? readLiteral(text, colon + 1, depth) : null
    if (key === null || value === null) return null
    entries.push([key.value, value.value])
    next = afterItem(text, value.end, '}')
    if (next < 0) return null
  }
  return { value: Object.fromEntries(entries), end: next + 1 }
}

/** Where the next item or the closing bracket is; -1 where neither can follow. */
export function afterItem(text: string, end: number, close: string): number {
  const next = skipSpace(text, end)
  if (text[next] === ',') return skipSpace(text, next + 1)
  return text[next] === close ? next : -1
}

const escape = /\\(?:(\n)|([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\\'"abfnrtv]))/g
const letters: Readonly<Record<string, string>> = {
  ...{ '\\': '\\', "'": "'", '"': '"' },
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
}

/** What Python makes of escapes; those that it does not know stay as they are. */
function unescaped(text: string): string {
  return text.replace(
    escape,
    (whole, line?: string, octal?: string, x?: string, u?: string, U?: string, letter = '') => {
      if (line !== undefined) return ''
      const code = octal === undefined ? parseInt(x ?? u ?? U ?? '', 16) : parseInt(octal, 8)
      return Number.isNaN(code)
        ? (letters[String(letter)] ?? whole)
        : code > 0x10ffff
          ? whole
          : String.fromCodePoint(code)
    },
  )
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
