/** A measure in words, and its values and differences as they are written. */
import { parseMeasure, measureFormat, type RunMeasure } from '../../../experiment/results/measure.ts'
import type { MeasureFormat } from '../../../experiment/results/measure-fields.ts'
import { unreachable } from '../../../contracts/unreachable.ts'
import { decimalLabel, percentLabel, signed } from '../../chart/numbers.ts'

export interface MeasureWords {
  readonly name: string
  /** Begins with a capital letter. */
  readonly title: string
  /** One sentence: what it is. */
  readonly note: string
  readonly format: MeasureFormat
  readonly value: (value: number) => string
  /** Beside an axis, where space is short. */
  readonly tick: (value: number) => string
  /** With its sign; of shares in points of per cent. */
  readonly difference: (value: number) => string
  /** A standard error, without its sign. */
  readonly error: (value: number) => string
  /** Unit of differences; empty for plain numbers. */
  readonly unit: string
}

export function measureWords(name: string): MeasureWords {
  const measure = parseMeasure(name)
  return { name, ...textOf(measure), ...writing[measureFormat(measure)] }
}

function textOf(measure: RunMeasure): Pick<MeasureWords, 'title' | 'note'> {
  switch (measure.kind) {
    case 'success': {
      const { split, temperature } = measure
      const drawn = temperature === 0 ? 'greedy' : `temperature ${temperature}`
      return { title: `Success, ${split} tasks, ${drawn}`, note: 'Share of held-out tasks won.' }
    }
    case 'judge':
      return { title: `Reward model, ${inWords(measure.field)}`, note: 'On fixed probe episodes.' }
    case 'train':
      return { title: `Training, ${inWords(measure.field)}`, note: 'Mean over the iterations since the point before.' }
    case 'own':
      return { title: `Method, ${measure.name}`, note: 'Mean over the iterations since the point before that have it.' }
    case 'accepted':
      return { title: 'Tasks accepted', note: 'Since the run began.' }
    default:
      return unreachable(measure)
  }
}

/** `rewardModel.gradientNorm` as `reward model, gradient norm`. */
const inWords = (field: string): string => {
  const parts = field.split('.')
  return parts.map(part => terms.get(part) ?? part.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)).join(', ')
}

/** Fields whose names do not say it all. */
const terms: ReadonlyMap<string, string> = new Map([
  ['process', 'process accuracy'],
  ['processBalanced', 'balanced process accuracy'],
  ['outcome', 'outcome accuracy'],
  ['unanimous', 'unanimous steps'],
  ['pPlus', 'p₊'],
  ['pMinus', 'p₋'],
  ['mu', 'μ'],
  ['judge', 'reward model'],
])

type Writing = Pick<MeasureWords, 'format' | 'value' | 'tick' | 'difference' | 'error' | 'unit'>

const writing: Readonly<Record<MeasureFormat, Writing>> = {
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
