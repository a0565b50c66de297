/**
 * A decimal number in the one way to write it that all its spellings share, `digits e exponent`; `null` if the word is
 * none. `1.50`, `15e-1` and `+001.5` are all `15e-1`; 0 has no sign. Exact, however long the number is.
 * Source: what Python's `Decimal` accepts, without NaN, which equals nothing.
 */
export function decimalOf(word: string): string | null {
  const match = /^([+-]?)(?:(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,9}))?|(inf(?:inity)?))$/i.exec(word.replaceAll('_', ''))
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0', infinite] = match
  const minus = sign === '-' ? '-' : ''
  if (infinite !== undefined) return `${minus}infinity`
  if (whole + fraction === '') return null
  const digits = (whole + fraction).replace(/^0+/, '')
  const short = trimmedZeros(digits)
  return short === '' ? '0e0' : `${minus}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`
}

function trimmedZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}
