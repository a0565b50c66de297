/** Stretches of a curve without a hole. Pure. */
import { nth } from '../../math/nth.ts'

/** Half open, in indices of points. */
export type Stretch = readonly [from: number, to: number]

/** Beyond so many times the usual distance of two points there is a hole. */
const hole = 1.5

/**
 * A measure is made at each iteration, or at each so many; where it is missing for longer than that, nothing is known, and
 * neither a line nor a mean goes across.
 *
 * @param places [N] iterations of the points, ascending.
 */
export function segmentsOf(places: Float64Array): readonly Stretch[] {
  if (places.length === 0) return []
  const usual = medianStep(places)
  const segments: Stretch[] = []
  let from = 0
  for (let index = 1; index < places.length; index += 1) {
    if (nth(places, index) - nth(places, index - 1) <= hole * usual) continue
    segments.push([from, index])
    from = index
  }
  return [...segments, [from, places.length]]
}

/** Of at most so many steps, evenly spaced. */
const maxSteps = 200

function medianStep(places: Float64Array): number {
  if (places.length < 2) return 1
  const stride = Math.ceil((places.length - 1) / maxSteps)
  const count = Math.floor((places.length - 2) / stride) + 1
  const steps = Float64Array.from(
    { length: count },
    (_, index) => nth(places, index * stride + 1) - nth(places, index * stride),
  )
  return nth(steps.sort(), steps.length >> 1)
}
