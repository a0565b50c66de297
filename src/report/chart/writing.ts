/** How values of each format, and differences of them, are written. */
import type { MeasureFormat } from '../../contracts/measure.ts'
import { decimalLabel, percentLabel, signed } from './numbers.ts'

export interface Writing {
  readonly format: MeasureFormat
  readonly value: (value: number) => string
  /** Next to an axis: all digits of a round number, so that neighbours differ; of a difference, with its sign and without its unit. */
  readonly tick: (value: number) => string
  readonly differenceTick: (value: number) => string
  /** With its sign; of shares in points of per cent. */
  readonly difference: (value: number) => string
  /** A standard error, without its sign. */
  readonly error: (value: number) => string
  /** Unit of differences; empty for plain numbers. */
  readonly unit: string
}

const exact = (value: number): string => String(Number(value.toPrecision(12))).replaceAll('-', '−')

const ticks = {
  tick: exact,
  differenceTick: (value: number): string => `${value > 0 ? '+' : ''}${exact(value)}`,
}

/** Less is rounding. */
const negligible = 1e-9

/** Of a size: three decimals, or three digits where those would be zeros, as of a learning rate. */
function decimal(size: number): string {
  return size >= 1e-3 || size < negligible ? size.toFixed(3) : exact(Number(size.toPrecision(3)))
}

export const writing: Readonly<Record<MeasureFormat, Writing>> = {
  percent: {
    format: 'percent',
    value: value => percentLabel(value, 1),
    tick: value => `${exact(100 * value)} %`,
    differenceTick: value => ticks.differenceTick(100 * value),
    difference: value => signed(rounded(value * 100, 1), 1),
    error: value => (value * 100).toFixed(1),
    unit: 'points',
  },
  decimal: {
    format: 'decimal',
    value: value => `${value <= -negligible ? '−' : ''}${decimal(Math.abs(value))}`,
    ...ticks,
    difference: value => `${value <= -negligible ? '−' : '+'}${decimal(Math.abs(value))}`,
    error: decimal,
    unit: '',
  },
  milliseconds: {
    format: 'milliseconds',
    value: value => decimalLabel(value, 0),
    ...ticks,
    difference: value => signed(rounded(value, 0), 0),
    error: value => value.toFixed(0),
    unit: 'ms',
  },
  count: {
    format: 'count',
    value: value => decimalLabel(value, Number.isInteger(value) ? 0 : 1),
    ...ticks,
    difference: value => signed(rounded(value, 1), 1),
    error: value => value.toFixed(1),
    unit: '',
  },
}

/** So that what rounds to nothing is +0.0, never −0.0. */
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0
