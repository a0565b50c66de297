/** Values of unknown origin as messages show them: shortened to fit on a line. */

/** Most characters of a value, and of a reason that is not in our own words. */
const [valueLength, reasonLength] = [80, 300]

/** As JSON, except for values that JSON lacks: `NaN`, `a function`, `nothing` for `undefined`. */
export function preview(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  return shortened(jsonOf(value), valueLength)
}

/** A text of any length, as a reason that quotes a whole file: the cut-off part is replaced by `…`. */
export function shortened(text: string, maxLength = reasonLength): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return 'an object that JSON cannot show'
  }
}
