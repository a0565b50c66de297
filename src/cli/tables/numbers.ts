/** Numbers as a person reads them in a narrow column. */

/** A share as a percentage without its sign, or a dash: `.483` is `48`. */
export const percent = (share: number | null | undefined, digits = 0): string =>
  share === null || share === undefined ? '–' : (share * 100).toFixed(digits)

/** Without a sign if it rounds to 0; a dash for an unknown value. */
export const decimal = (value: number | null | undefined, digits = 2): string =>
  value === null || value === undefined ? '–' : value.toFixed(digits).replace(/^-(?=[0.]+$)/, '')

/** Three significant digits with k or M. */
export function compact(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value >= 999_500) return `${trimmed(value / 1e6)}M`
  if (value >= 999.5) return `${trimmed(value / 1e3)}k`
  return value >= 100 ? value.toFixed(0) : trimmed(value)
}

const trimmed = (value: number): string => value.toFixed(value >= 99.5 ? 0 : value >= 9.95 ? 1 : 2)

/** Minutes and seconds, with hours from one on: `1:05`, `2:00:00`. */
export function clock(ms: number | null): string {
  if (ms === null) return '–'
  const seconds = Math.round(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
