/** Values of a measure, and their differences, as a table writes them. */
import type { MeasureFormat } from '../../../contracts/measure.ts'
import { writing } from '../../../report/chart/writing.ts'
import type { ConfidenceInterval } from '../../../statistics/mean-estimate.ts'

/** Shares as percentages, differences of them in points. */
const written: Readonly<
  Record<Exclude<MeasureFormat, 'decimal'>, { readonly factor: number; readonly digits: number }>
> = {
  percent: { factor: 100, digits: 1 },
  count: { factor: 1, digits: 1 },
  milliseconds: { factor: 1, digits: 0 },
}

/** `58.9 ± 1.2`, without the error where it is not known. */
export const valueText = (value: number, error: number | null, format: MeasureFormat): string =>
  withError(sizeOf(value, format), error, format)

/** `+6.4 ± 1.5`; without a sign where it rounds to 0. */
export const differenceText = (value: number, error: number | null, format: MeasureFormat): string =>
  withError(signed(value, format), error, format)

/** `[−0.3, +6.4]`, or a dash. */
export const intervalText = (interval: ConfidenceInterval | null, format: MeasureFormat): string =>
  interval === null ? '–' : `[${signed(interval.low, format)}, ${signed(interval.high, format)}]`

/** `0.031`, or a dash. */
export const chanceText = (p: number | null): string => (p === null ? '–' : p < 0.001 ? '< 0.001' : p.toFixed(3))

const withError = (text: string, error: number | null, format: MeasureFormat): string =>
  error === null ? text : `${text} ± ${sizeOf(error, format)}`

function signed(value: number, format: MeasureFormat): string {
  const size = sizeOf(Math.abs(value), format)
  return Number(size) === 0 ? size : `${value < 0 ? '−' : '+'}${size}`
}

function sizeOf(value: number, format: MeasureFormat): string {
  if (format === 'decimal') return writing.decimal.value(value)
  const { factor, digits: most } = written[format]
  const digits = format === 'count' && Number.isInteger(value) ? 0 : most
  return (value * factor)
    .toFixed(digits)
    .replace(/^-(?=[0.]+$)/, '')
    .replace('-', '−')
}
