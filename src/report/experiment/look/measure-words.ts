/** A measure in words, and its values and differences as they are written. */
import type { ExperimentResult } from '../../../experiment/results/experiment-result.ts'
import { lookUp } from '../../../math/look-up.ts'
import { capitalised } from '../../../text/capitalised.ts'
import { writing, type Writing } from '../../chart/writing.ts'

export interface MeasureWords extends Writing {
  readonly name: string
  /** Begins with a capital letter. */
  readonly title: string
  /** With the unit of its values, where those are written without. */
  readonly heading: string
  /** What it is, with its unit. */
  readonly note: string
}

/** The words for each measure of an experiment, by the text that names it. */
export const measureWords =
  ({ described }: Pick<ExperimentResult, 'described'>) =>
  (name: string): MeasureWords => {
    const { title, about, of, unit, format } = lookUp(new Map(Object.entries(described)), name)
    const over = of === undefined ? ' Mean over the iterations since the point before.' : ''
    const words = { ...writing[format], ...(unit === undefined ? {} : { unit }) }
    const heading = capitalised(format === 'percent' || words.unit === '' ? title : `${title}, ${words.unit}`)
    const note = `${about}${unit === undefined ? '' : ` In ${unit}.`}${over}`
    return { name, title: capitalised(title), heading, note, ...words }
  }
