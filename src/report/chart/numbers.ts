/** Numbers as a report writes them. */

/** A share as a percentage; a dash if not measured. */
export const percentLabel = (share: number | null | undefined, digits = 0): string =>
  share === null || share === undefined ? '–' : `${(share * 100).toFixed(digits)} %`

/** With a true minus sign, and none if it rounds to 0. */
export function decimalLabel(value: number, digits = 2): string {
  const text = Math.abs(value).toFixed(digits)
  return value < 0 && Number(text) !== 0 ? `−${text}` : text
}

/** With a sign; a true minus, so that columns line up. */
export const signed = (value: number | null, digits = 2): string =>
  value === null ? '–' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`

/** Milliseconds as seconds, or minutes and seconds from 100 s on. */
export function duration(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 99.5) return `${seconds.toFixed(seconds < 9.95 ? 1 : 0)} s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}
