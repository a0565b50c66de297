/** How good the models of a run are: the policy on held-out tasks, the reward model as its method measures it. */
import { heldOutTasks, measureSuccess } from '../../rollout/evaluation.ts'
import { acceptedCounts, type Slots } from '../../curriculum/slots.ts'
import type { Summary } from '../events/events.ts'
import type { ModelMeasurement, Run } from './run.ts'

export async function measure({
  runActors,
  config,
  world,
  method,
}: Pick<Run, 'runActors' | 'config' | 'world' | 'method'>): Promise<ModelMeasurement> {
  const { splits, tasks, temperatures } = config.evaluation
  const { players } = method
  const evaluations = []
  for (const split of splits) {
    const heldOut = heldOutTasks(world, split, tasks)
    evaluations.push(
      ...(await measureSuccess(runActors.rollouts, config, { split, tasks: heldOut, temperatures, players })),
    )
  }
  return { evaluations, probe: await method.measure() }
}

export const summarise = (
  iteration: number,
  { evaluations, probe }: ModelMeasurement,
  slots: Slots<unknown>,
): Summary => {
  const { harder, easier } = acceptedCounts(slots)
  return { iteration, evaluations, probe, accepted: harder + easier }
}
