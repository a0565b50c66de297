import type { RunConfig } from '../../config/config.ts'

/** Iterations after which a run measures: whenever it is due, and at the last. Ascending. */
export function evaluatedIterations({
  iterations,
  evaluation: { every },
}: Pick<RunConfig, 'iterations' | 'evaluation'>): readonly number[] {
  const due = every === 0 ? 0 : Math.floor(iterations / every)
  const found = Array.from({ length: due }, (_, index) => (index + 1) * every)
  return found.at(-1) === iterations ? found : [...found, iterations]
}
