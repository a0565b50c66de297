import type { CompleteFormulation, Formulation } from '../../formulation/formulation.ts'
import { complete, paper } from '../../formulation/paper.ts'
import type { RunConfig } from '../config/config.ts'

/** The formulation that a run trains by: the user's, with what the configuration says where it has no part. */
export function formulationOf(
  { feedback: { lambda, singleton }, rewardModel: { malformedPenalty, group } }: RunConfig,
  formulation?: Formulation,
): CompleteFormulation {
  const standard = paper({ lambda, singleton, malformedPenalty, judgeGroup: group })
  return formulation === undefined ? standard : complete(formulation, standard)
}
