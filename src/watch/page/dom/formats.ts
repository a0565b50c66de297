/** Numbers as the page writes them. */
import { decimalLabel, duration, percentLabel } from '../../../report/chart/numbers.ts'
import type { AlongKind } from '../../contract/curves.ts'
import type { MeasureFormat } from '../../../contracts/measure.ts'

/** @param digits more for values than for axes. */
export function formatted(value: number | null, format: MeasureFormat, digits = 3): string {
  if (value === null) return '–'
  switch (format) {
    case 'percent':
      return percentLabel(value, Math.max(0, digits - 2))
    case 'milliseconds':
      return value < 1000 ? `${decimalLabel(value, value < 10 ? 1 : 0)} ms` : duration(value)
    case 'decimal':
    case 'count':
      return shortNumber(value, digits)
  }
}

/** Of the ticks of an axis, with as few digits as tell them apart. */
export function tickTexts(ticks: readonly number[], format: MeasureFormat): readonly string[] {
  const texts = [2, 3, 4, 5, 6].map(digits => ticks.map(tick => formatted(tick, format, digits)))
  return texts.find(each => new Set(each).size === ticks.length) ?? texts[0] ?? []
}

/** With at most so many digits that tell something, and a true minus sign. */
export function shortNumber(value: number, digits = 3): string {
  const size = Math.abs(value)
  if (size >= 1e6) return `${shortNumber(value / 1e6, digits)} M`
  if (size >= 1e4) return `${shortNumber(value / 1e3, digits)} k`
  const rounded = Number(size.toPrecision(digits))
  const text = size > 0 && size < 1e-3 ? rounded.toExponential().replace('-', '−') : String(rounded)
  return value < 0 && Number(text) !== 0 ? `−${text}` : text
}

export const alongNames: Readonly<Record<AlongKind, string>> = {
  iteration: 'iteration',
  episodes: 'episodes',
  tokens: 'tokens',
  hours: 'hours',
}

/** A place on the x axis in words. */
export const placeText = (value: number, along: AlongKind): string =>
  along === 'iteration' ? `iteration ${shortNumber(value, 6)}` : `${shortNumber(value, 4)} ${alongNames[along]}`
