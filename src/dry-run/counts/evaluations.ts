/** Measurements of a run, and their episodes. Pure. */
import type { RunConfig } from '../../config/config.ts'
import { answersAt } from '../../rollout/evaluation.ts'
import { evaluatedIterations } from '../../run/loop/evaluated-iterations.ts'

/** Before the first iteration, whenever one is due, and after the last. */
export const evaluationCount = (config: Pick<RunConfig, 'iterations' | 'evaluation'>): number =>
  1 + evaluatedIterations(config).length

/** Episodes that the policy plays at each; none where the world makes no tasks. */
export const evaluationEpisodes = (
  { evaluation: { tasks, splits, temperatures, answers } }: Pick<RunConfig, 'evaluation'>,
  makesTasks: boolean,
): number => {
  const each = temperatures.reduce((sum, temperature) => sum + answersAt(temperature, answers), 0)
  return makesTasks ? tasks * splits.length * each : 0
}
