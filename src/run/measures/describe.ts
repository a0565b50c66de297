import { measuresOf, type Measure } from '../../contracts/measure.ts'
import { trainingMeasures } from '../../learning/measures.ts'
import { episodeMeasures, speedMeasures } from './episode-measures.ts'

/** Success, pass@k or mean@k on held-out tasks, by the texts that name it. @returns `null` if the text is of another form. */
export function heldOutOf(
  id: string,
): { readonly kind: HeldOutKind; readonly split: string; readonly temperature: number } | null {
  const [, kind = '', split, temperature] = /^(\S+) (\S+) (\S+)$/.exec(id) ?? []
  return !isHeldOutKind(kind) || split === undefined || temperature === undefined
    ? null
    : { kind, split, temperature: Number(temperature) }
}

export type HeldOutKind = 'success' | 'pass' | 'mean'

const heldOutKinds: Readonly<Record<HeldOutKind, Pick<Measure, 'title' | 'about'>>> = {
  success: { title: 'success', about: 'Share of the held-out tasks that were won.' },
  pass: { title: 'pass@k', about: 'Share of the held-out tasks that one of the answers solves.' },
  mean: { title: 'mean@k', about: 'Share of all answers that solve their held-out task.' },
}

export const isHeldOutKind = (kind: string): kind is HeldOutKind => Object.hasOwn(heldOutKinds, kind)

export const trainingMeasuresOf = (model: string): readonly Measure[] =>
  measuresOf(trainingMeasures, { section: 'Updates', prefix: `${model}.` }).map(measure => ({
    ...measure,
    title: `${model}: ${measure.title}`,
  }))

/** Of every run, except for held-out tasks, models and times. */
export const sharedMeasures: readonly Measure[] = [...episodeMeasures, ...speedMeasures]

/**
 * The measure of an id.
 *
 * @param own the measures of the methods that measured it.
 * @returns the id alone, as a plain number, if it is unknown.
 */
export function describedMeasure(id: string, own: readonly Measure[]): Measure {
  const known = [...sharedMeasures, ...own].find(measure => measure.id === id)
  if (known !== undefined) return known
  const heldOut = heldOutOf(id)
  if (heldOut !== null) {
    const { kind, split, temperature } = heldOut
    const { title: named, about } = heldOutKinds[kind]
    const title = `${named}, ${split}, ${temperature === 0 ? 'greedy' : `temperature ${temperature}`}`
    return {
      id,
      title,
      about,
      format: 'percent',
      section: 'Success',
      of: 'evaluation',
    }
  }
  const [group = '', ...name] = id.split('.')
  if (group === 'time')
    return { id, title: name.join('.'), about: 'Wall time.', unit: 'ms', format: 'milliseconds', section: 'Time' }
  const trained = trainingMeasuresOf(group).find(measure => measure.id === id)
  return trained ?? { id, title: id, about: '', format: 'decimal', section: 'Others' }
}
