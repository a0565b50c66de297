import type { CreditedGroup } from '../../../learning/samples.ts'
import type { PlayedGroup } from '../../../rollout/groups.ts'
import type { RlanythingLab } from '../lab.ts'
import { crediting } from './by-kind.ts'

/** Rewards and advantages of every action, vote and test of an iteration. */
export function creditGroups(
  { config, formulation, judging }: RlanythingLab,
  { iteration, training }: { readonly iteration: number; readonly training: readonly PlayedGroup[] },
): readonly CreditedGroup[] {
  const { feedback, iterations } = config
  const options = { formulation, source: feedback.source, moment: { iteration, iterations } }
  return training.map(group => ({ group, credit: crediting[judging.name].credit(group, options) }))
}
