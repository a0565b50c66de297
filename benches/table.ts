import { quantile } from '../src/math/statistics.ts'

/** Rows of a Markdown table; the first column is text, the others numbers. */
export function header(titles: readonly string[]): string {
  return `${cells(titles)}\n|${titles.map((_, index) => (index === 0 ? ' --- |' : ' ---: |')).join('')}`
}

export function cells(values: readonly (string | number)[]): string {
  return `| ${values.join(' | ')} |`
}

/** To three figures; a dash of what was not measured. */
export function milliseconds(ms: number | null): string {
  return ms === null ? '–' : Number(ms.toPrecision(3)).toString()
}

export function times(ratio: number | null): string {
  return ratio === null ? '–' : `${ratio.toFixed(2)} ×`
}

/** How many of `count` things done in so many milliseconds a second holds. */
export function perSecond(count: number, ms: number | null): string {
  return ms === null ? '–' : Math.round((1000 * count) / ms).toLocaleString('en')
}

/** Over the rounds. */
export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

export const spreadOf = (values: readonly number[]): Spread => ({
  median: quantile(values, 0.5),
  least: Math.min(...values),
  most: Math.max(...values),
})

/** To three figures. */
export const rate = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en')

/** Ratios, to two figures. */
export const spread = ({ median, least, most }: Spread): string =>
  `${roundedRatio(median)}× (${roundedRatio(least)}–${roundedRatio(most)})`

const roundedRatio = (value: number): string => Number(value.toPrecision(2)).toLocaleString('en')
