/** As the section of a role in the configuration has it. */
export interface LearningRateSchedule {
  /** AdamW step size that the warm-up rises to. */
  readonly learningRate: number
  /** Share of it at the last iteration. */
  readonly finalLearningRate: number
  /** Iterations below the whole rate. */
  readonly warmupIterations: number
}

/**
 * Linear decay from `learningRate` at the first iteration to its final share at the last one, and that share after it; iteration i of
 * the warm-up has i / (warmupIterations + 1) of that. Adam's first updates are full steps however uncertain their gradient is.
 *
 * @param iteration from 1.
 * @param iterations of the run.
 */
export function learningRateAt(
  { learningRate, finalLearningRate, warmupIterations }: LearningRateSchedule,
  iteration: number,
  iterations: number,
): number {
  const done = iterations > 1 ? Math.min(1, (iteration - 1) / (iterations - 1)) : 0
  const warmed = Math.min(1, iteration / (warmupIterations + 1))
  return learningRate * (1 - (1 - finalLearningRate) * done) * warmed
}
