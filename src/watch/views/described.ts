import type { Measure } from '../../contracts/measure.ts'
import { describedMeasure, heldOutOf } from '../../run/measures/describe.ts'

/** What the ids measure: success on held-out tasks first, then by section, in the order of the first of each. @param own of the methods. */
export function describedMeasures(ids: readonly string[], own: readonly Measure[]): readonly Measure[] {
  const measures = ids.map(id => describedMeasure(id, own))
  const heldOut = measures.filter(({ id }) => heldOutOf(id) !== null).sort((one, other) => (one.id < other.id ? -1 : 1))
  const others = measures.filter(({ id }) => heldOutOf(id) === null)
  const sections = ['Success', ...own.map(({ section }) => section), 'Updates', 'Time']
  const rank = ({ section }: Measure): number => sections.indexOf(section) >>> 0
  return [...heldOut, ...others.sort((one, other) => rank(one) - rank(other))]
}
