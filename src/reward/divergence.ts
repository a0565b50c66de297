/** An alarm for a reward model that approves of more and more while no more is good. Pure. */
import { z } from 'zod'
import { mean, standardError } from '../math/statistics.ts'

const point = z.object({ approval: z.number(), truth: z.number() })

/** What a run remembers of its reward model; plain data, which checkpoints keep. */
export const watchedSchema = z.object({
  /** Of the first iterations with votes. */
  first: z.array(point),
  /** Of the newest ones after those, in order. */
  last: z.array(point),
  /** Iteration of the alarm; `null` as long as there is none. It stays. */
  since: z.number().nullable(),
})

export type Watched = z.output<typeof watchedSchema>

export const unwatched: Watched = { first: [], last: [], since: null }

/** Least that approval must exceed the truth by, and must have grown by against it. */
const least = 0.1

interface Comparison {
  /** Iterations that are compared with as many. */
  readonly count: number
  /** Most that the truth may have risen by, of its standard errors in the first and in the newest iterations. */
  readonly most: (first: number, last: number) => number
}

/** Few iterations show a fall; of more it is not the luck of their tasks that the truth has not risen. */
const comparisons: readonly Comparison[] = [
  { count: 5, most: (first, last) => -Math.hypot(first, last) },
  { count: 10, most: (_, last) => last },
]
const kept = Math.max(...comparisons.map(({ count }) => count))

/** With the numbers of one more iteration; those without votes or gold change nothing. */
export function watchedOn(
  before: Watched,
  iteration: number,
  { approval, truth }: { readonly approval: number | null; readonly truth: number | null },
): Watched {
  if (approval === null || truth === null) return before
  const now = { approval, truth }
  const isFirst = before.first.length < kept
  const first = isFirst ? [...before.first, now] : before.first
  const last = isFirst ? [] : [...before.last, now].slice(-kept)
  const points = [...first, ...last]
  const isAlarm = comparisons.some(comparison => diverges(points, comparison))
  return { first, last, since: before.since ?? (isAlarm ? iteration : null) }
}

/**
 * Whether approval has risen since the beginning while the truth has fallen or not risen, by the means of so many iterations: by at
 * least a tenth, and by four standard errors, more than the truth has, to at least a tenth above it.
 */
function diverges(points: Watched['first'], { count, most }: Comparison): boolean {
  if (points.length < 2 * count) return false
  const [first, last] = [points.slice(0, count), points.slice(-count)]
  const rise = (of: (one: z.output<typeof point>) => number) => mean(last.map(of)) - mean(first.map(of))
  const truthOf = ({ truth }: z.output<typeof point>): number => truth
  const excess = ({ approval, truth }: z.output<typeof point>): number => approval - truth
  const error = Math.hypot(standardError(first.map(excess)), standardError(last.map(excess)))
  return (
    rise(excess) >= Math.max(least, 4 * error) &&
    mean(last.map(excess)) >= least &&
    rise(one => one.approval) > 0 &&
    rise(truthOf) <= most(standardError(first.map(truthOf)), standardError(last.map(truthOf)))
  )
}
