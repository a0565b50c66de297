/** What is measured of a run, as a text: in a plan, and on the command line. */
import type { RunConfig } from '../../config/config.ts'
import { unreachable } from '../../contracts/unreachable.ts'
import { lookUp } from '../../math/look-up.ts'
import { nearestHint } from '../../text/nearest.ts'
import { shown } from '../../text/shown.ts'
import { judgeFields, trainFields, type MeasureFormat } from './measure-fields.ts'

export type RunMeasure =
  /** Success share on held-out tasks. */
  | { readonly kind: 'success'; readonly split: HeldOutSplit; readonly temperature: number }
  /** Quality of the reward model on the probe. */
  | { readonly kind: 'judge'; readonly field: string }
  /** Of training, mean over the iterations since the measurement before. */
  | { readonly kind: 'train'; readonly field: string }
  /** A figure of the method itself, mean over the iterations since the measurement before that have it. */
  | { readonly kind: 'own'; readonly name: string }
  /** Tasks accepted since the run began. */
  | { readonly kind: 'accepted' }

export type HeldOutSplit = 'seen' | 'unseen'
const splits: readonly HeldOutSplit[] = ['seen', 'unseen']

const forms = [
  'success SPLIT TEMPERATURE, e.g. success unseen 0.8',
  'judge FIELD, e.g. judge processBalanced',
  'train FIELD, e.g. train entropy',
  'own NAME, e.g. own pass@k',
  'accepted',
]

/** @throws {RangeError} if it is no measure, naming what there is. */
export function parseMeasure(text: string): RunMeasure {
  const [kind = '', ...words] = text.trim().split(/\s+/)
  switch (kind) {
    case 'success':
      return successOf(text, words)
    case 'judge':
      return { kind, field: fieldOf(text, words, [...judgeFields.keys()]) }
    case 'train':
      return { kind, field: fieldOf(text, words, [...trainFields.keys()]) }
    case 'own':
      if (words.length > 0) return { kind, name: words.join(' ') }
      throw refused(text, 'NAME must be a figure of the method, as lines of metrics have it')
    case 'accepted':
      if (words.length === 0) return { kind }
      throw refused(text, 'accepted stands alone')
    default:
      throw refused(text, `measures are ${forms.join('; ')}`)
  }
}

/** How values of the measure are written. */
export function measureFormat(measure: RunMeasure): MeasureFormat {
  switch (measure.kind) {
    case 'success':
      return 'percent'
    case 'judge':
      return lookUp(judgeFields, measure.field).format
    case 'train':
      return lookUp(trainFields, measure.field).format
    case 'own':
      return 'decimal'
    case 'accepted':
      return 'count'
    default:
      return unreachable(measure)
  }
}

/** Why runs of this configuration do not measure it, as a clause; `null` if they do. */
export function unmeasured(measure: RunMeasure, { evaluation }: RunConfig): string | null {
  if (measure.kind !== 'success') return null
  const { splits: measured, temperatures } = evaluation
  if (!measured.includes(measure.split))
    return `evaluation.splits lacks ${measure.split}, it has ${measured.join(', ')}`
  return temperatures.includes(measure.temperature)
    ? null
    : `evaluation.temperatures lacks ${measure.temperature}, it has ${temperatures.join(', ')}`
}

function successOf(text: string, [split, temperature, ...more]: readonly string[]): RunMeasure {
  const found = splits.find(each => each === split)
  if (found === undefined) throw refused(text, `SPLIT must be ${splits.join(' or ')}, got ${shown(split)}`)
  const value = temperature === undefined ? NaN : Number(temperature)
  if (!(value >= 0 && value <= 10))
    throw refused(text, `TEMPERATURE must be a number in [0, 10], got ${shown(temperature)}`)
  if (more.length > 0) throw refused(text, `nothing may follow TEMPERATURE, got ${shown(more.join(' '))}`)
  return { kind: 'success', split: found, temperature: value }
}

function fieldOf(text: string, words: readonly string[], fields: readonly string[]): string {
  const given = words.join(' ')
  if (fields.includes(given)) return given
  throw refused(text, `FIELD must be one of ${fields.join(', ')}, got ${shown(given)}${nearestHint(given, fields)}`)
}

const refused = (text: string, why: string): RangeError => new RangeError(`no such measure: ${shown(text)}; ${why}`)
