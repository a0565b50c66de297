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

/** Iterations that are compared. */
const window = 5

/** Least that approval must exceed the truth by, and must have grown by against it. */
const least = 0.1

/** With the numbers of one more iteration; those without votes or gold change nothing. */
export function watchedOn(
  before: Watched,
  iteration: number,
  { approval, truth }: { readonly approval: number | null; readonly truth: number | null },
): Watched {
  if (approval === null || truth === null) return before
  const now = { approval, truth }
  if (before.first.length < window) return { ...before, first: [...before.first, now] }
  const last = [...before.last, now].slice(-window)
  return { ...before, last, since: before.since ?? (diverges(before.first, last) ? iteration : null) }
}

/**
 * Whether approval has risen since the beginning while the truth has not, by the means of five iterations: by at least a tenth, and
 * by four standard errors, more than the truth has, to at least a tenth above it.
 */
function diverges(first: Watched['first'], last: Watched['last']): boolean {
  if (last.length < window) return false
  const rise = (of: (one: z.output<typeof point>) => number) => mean(last.map(of)) - mean(first.map(of))
  const excess = ({ approval, truth }: z.output<typeof point>): number => approval - truth
  const error = Math.hypot(standardError(first.map(excess)), standardError(last.map(excess)))
  return (
    rise(excess) >= Math.max(least, 4 * error) &&
    mean(last.map(excess)) >= least &&
    rise(one => one.approval) > 0 &&
    rise(one => one.truth) <= standardError(last.map(one => one.truth))
  )
}
