/** Values as Python's `repr` prints them. */

/** Besides the space, separators and everything invisible are escaped. */
const unprintable = /(?! )[\p{C}\p{Z}]/gu
const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** @param value a whole number prints as an integer, as it came in JSON. */
export function pythonRepr(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'number' ? reprOfNumber(value) : reprOfString(value)
}

/** In single quotes, unless the text has some and no double ones. */
function reprOfString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replace(unprintable, escapeOf)
  return quote + escaped + quote
}

function escapeOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  const hex = code.toString(16)
  const long = code > 0xffff ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`
  return short[letter] ?? (code > 0xff ? long : `\\x${hex.padStart(2, '0')}`)
}

/** Python goes over to exponents below 1e-4 and from 1e16 on, with two digits at least. */
function reprOfNumber(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString()
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'
  if (Math.abs(value) >= 1e-4) return String(value)
  return value.toExponential().replace(/e-(\d)$/, 'e-0$1')
}
