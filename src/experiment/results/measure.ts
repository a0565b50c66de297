/** A measure of a run, as a text: in a plan, and on the command line. */
import type { RunConfig } from '../../config/config.ts'
import type { Measure } from '../../contracts/measure.ts'
import {
  describedMeasure,
  isHeldOutKind,
  sharedMeasures,
  trainingMeasuresOf,
  type HeldOutKind,
} from '../../run/measures/describe.ts'
import { nearestHint } from '../../text/nearest.ts'
import { preview } from '../../text/preview.ts'

export type RunMeasure =
  /** On held-out tasks: success, or pass@k or mean@k of `evaluation.answers`. */
  | { readonly kind: HeldOutKind; readonly split: HeldOutSplit; readonly temperature: number }
  /** Any other, by its id: of iterations the mean since the measurement before. */
  | { readonly kind: 'measure'; readonly id: string }

export type HeldOutSplit = 'seen' | 'unseen'
const splits: readonly HeldOutSplit[] = ['seen', 'unseen']

/** @throws {RangeError} if it can be no measure of any run, naming what there is. */
export function parseMeasure(text: string): RunMeasure {
  const words = text.trim().split(/\s+/)
  const [id = '', ...others] = words
  if (isHeldOutKind(id) && others.length > 0) return heldOutMeasure(id, text, others)
  if (id === '' || others.length > 0)
    throw refused(
      text,
      'a measure is success SPLIT TEMPERATURE, e.g. success unseen 0.8, pass or mean SPLIT TEMPERATURE, or one by its id, e.g. policy.kl',
    )
  return { kind: 'measure', id }
}

/**
 * Why runs of this configuration do not measure it, as a clause; `null` if they do.
 *
 * @param own measures of their method.
 */
export function unmeasured(measure: RunMeasure, { evaluation }: RunConfig, own: readonly Measure[]): string | null {
  if (measure.kind === 'measure') {
    const { section, isDerived = false } = describedMeasure(measure.id, own)
    if (section !== 'Others' && !isDerived) return null
    const known = [...own, ...sharedMeasures, ...trainingMeasuresOf('policy')].map(({ id }) => id)
    return `its measures are ${known.join(', ')}${nearestHint(measure.id, known)}`
  }
  const { splits: measured = [], temperatures = [], answers } = evaluation
  if (measured.length === 0) return 'its method plays no held-out tasks'
  if (!measured.includes(measure.split))
    return `evaluation.splits lacks ${measure.split}, it has ${measured.join(', ')}`
  if (measure.kind !== 'success' && (answers === 1 || measure.temperature === 0))
    return `it takes several answers, above temperature 0, and evaluation.answers is ${answers}`
  return temperatures.includes(measure.temperature)
    ? null
    : `evaluation.temperatures lacks ${measure.temperature}, it has ${temperatures.join(', ')}`
}

/** The measures of the texts, by text. @param own measures of the methods of the runs. */
export const describedTexts = (texts: readonly string[], own: readonly Measure[]): Readonly<Record<string, Measure>> =>
  Object.fromEntries(texts.map(text => [text, describedMeasure(text.trim(), own)]))

function heldOutMeasure(kind: HeldOutKind, text: string, [split, temperature, ...more]: readonly string[]): RunMeasure {
  const found = splits.find(each => each === split)
  if (found === undefined) throw refused(text, `SPLIT must be ${splits.join(' or ')}, got ${preview(split)}`)
  const value = temperature === undefined ? NaN : Number(temperature)
  if (!(value >= 0 && value <= 10))
    throw refused(text, `TEMPERATURE must be a number in [0, 10], got ${preview(temperature)}`)
  if (more.length > 0) throw refused(text, `nothing may follow TEMPERATURE, got ${preview(more.join(' '))}`)
  return { kind, split: found, temperature: value }
}

const refused = (text: string, why: string): RangeError => new RangeError(`no such measure: ${preview(text)}; ${why}`)
