/** How values of each format, and differences of them, are written. */
import type { MeasureFormat } from '../../contracts/measure.ts'
import { decimalLabel, percentLabel, signed } from './numbers.ts'

export interface Writing {
  readonly format: MeasureFormat
  readonly value: (value: number) => string
  /** Next to an axis, where space is short. */
  readonly tick: (value: number) => string
  /** With its sign; of shares in points of per cent. */
  readonly difference: (value: number) => string
  /** A standard error, without its sign. */
  readonly error: (value: number) => string
  /** Unit of differences; empty for plain numbers. */
  readonly unit: string
}

export const writing: Readonly<Record<MeasureFormat, Writing>> = {
  percent: {
    format: 'percent',
    value: value => percentLabel(value, 1),
    tick: value => percentLabel(value),
    difference: value => signed(rounded(value * 100, 1), 1),
    error: value => (value * 100).toFixed(1),
    unit: 'points',
  },
  decimal: {
    format: 'decimal',
    value: value => decimalLabel(value, 3),
    tick: value => String(Number(value.toPrecision(3))).replace('-', '−'),
    difference: value => signed(rounded(value, 3), 3),
    error: value => value.toFixed(3),
    unit: '',
  },
  milliseconds: {
    format: 'milliseconds',
    value: value => decimalLabel(value, 0),
    tick: value => decimalLabel(value, 0),
    difference: value => signed(rounded(value, 0), 0),
    error: value => value.toFixed(0),
    unit: 'ms',
  },
  count: {
    format: 'count',
    value: value => decimalLabel(value, Number.isInteger(value) ? 0 : 1),
    tick: value => decimalLabel(value, Number.isInteger(value) ? 0 : 1),
    difference: value => signed(rounded(value, 1), 1),
    error: value => value.toFixed(1),
    unit: '',
  },
}

/** So that what rounds to nothing is +0.0, never −0.0. */
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0
