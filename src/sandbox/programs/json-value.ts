/** Equality of values written as JSON, as Python has it of what `json.loads` gives: `1 == 1.0 == True`, and nothing equals `nan`. */

/** JSON in which each number is a separate text; `undefined` if the text is no JSON. */
export function jsonValue(text: string): unknown {
  let isInText = false
  const marked = text.replaceAll(token, found => {
    if (found === '"') isInText = !isInText
    if (found === '"' && isInText) return '"text '
    return !isInText && isNumber.test(found) ? `"${numberOf(found)}"` : found
  })
  try {
    return JSON.parse(marked)
  } catch {
    return undefined
  }
}

/** A text is met in pieces: as one match it takes time that grows with the square of its length if it does not end, and too much stack if it is long. */
const token = /(?:\\.){1,99}|"|-?\d[\d.eE+-]*|-?Infinity|NaN|true|false/gs

/** A number as JSON has it, or one of Python's own. */
const isNumber = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|-?Infinity|NaN|true|false)$/

/** The one way to write a number that all numbers have that equal it: whole ones as integers, whatever their type. */
function numberOf(found: string): string {
  if (found === 'true' || found === 'false') return `number ${Number(found === 'true')}`
  if (/^-?\d+$/.test(found)) return `number ${found === '-0' ? '0' : found}`
  const float = Number(found)
  return `number ${Number.isInteger(float) ? BigInt(float) : float}`
}

/** Of two values that `jsonValue` gave; without recursion, as deep as they are. */
export function sameJson(one: unknown, other: unknown): boolean {
  const pairs: [unknown, unknown][] = [[one, other]]
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [found, wanted] = pair
    if (typeof found !== 'object' || found === null || typeof wanted !== 'object' || wanted === null) {
      if (found !== wanted || found === 'number NaN') return false
      continue
    }
    const [parts, others] = [Object.entries(found), new Map<string, unknown>(Object.entries(wanted))]
    if (Array.isArray(found) !== Array.isArray(wanted) || parts.length !== others.size) return false
    for (const [key, part] of parts) {
      if (!others.has(key)) return false
      pairs.push([part, others.get(key)])
    }
  }
  return true
}
