/** How good the models of a run are: the policy on held-out tasks, the reward model as its method measures it. */
import type { Evaluated } from '../../contracts/metrics.ts'
import { heldOutTasks, measureSuccess } from '../../rollout/evaluation.ts'
import type { Summary } from '../events/events.ts'
import type { Run } from './run.ts'

/** Writes pictures of what the method shows of it into the run's folder. @param iteration 0 is before the first. */
export async function measure(
  { directory, runActors, config, world, method }: Pick<Run, 'directory' | 'runActors' | 'config' | 'world' | 'method'>,
  iteration: number,
): Promise<Evaluated> {
  /* Methods that play no episodes have none of these. */
  const { splits = [], tasks, temperatures } = config.evaluation
  const { players } = method
  const evaluations = []
  for (const split of splits) {
    const heldOut = heldOutTasks(world, split, tasks)
    evaluations.push(
      ...(await measureSuccess(runActors.rollouts, config, { split, tasks: heldOut, temperatures, players })),
    )
  }
  const { shown = [], ...measured } = await method.measure()
  if (world.vectors !== undefined && shown.length > 0) {
    /* Late: most worlds have none. */
    const { picturesOf } = await import('../../vector/pictures/pictures-of.ts')
    await directory.writePictures(iteration, await picturesOf(world.vectors, shown))
  }
  return { evaluations, ...measured }
}

/** The newest evaluation: where no tasks are held out, as in vector worlds, by its measures. @param lines of the run so far. */
export function latestOf(lines: readonly Evaluated[], before: Evaluated): Evaluated {
  const ids = Object.keys(before.measures)
  const isEvaluated = ({ evaluations, measures }: Evaluated): boolean =>
    before.evaluations.length > 0 ? evaluations.length > 0 : ids.every(id => Object.hasOwn(measures, id))
  return lines.findLast(isEvaluated) ?? before
}

/** Where a run got to: its newest evaluation, with all that was measured in its newest iteration. */
export const summarise = (
  iteration: number,
  { evaluations, measures, ratios }: Evaluated,
  newest: Pick<Evaluated, 'measures'>,
): Summary => ({
  iteration,
  evaluations,
  measures: { ...measures, ...newest.measures },
  ...(ratios === undefined ? {} : { ratios }),
})
