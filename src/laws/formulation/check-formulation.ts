/** Holds a formulation to the laws, completed as it would be for training. */
import { objectiveRule } from '../../engine/semantics/objective-rule.ts'
import type { Formulation } from '../../methods/rlanything/formulation/formulation.ts'
import type { Objective } from '../../losses/objective.ts'
import type { RunConfig } from '../../config/config.ts'
import { loadRunConfig } from '../../methods/registry/run-config.ts'
import { completeFormulation } from '../../methods/rlanything/run-formulation.ts'
import { formulationLaws } from './laws.ts'
import type { CheckOptions, FormulationLaw, LawResult, Loss, LawSubject } from './cases/law.ts'
import { sameData } from '../../contracts/same-data.ts'

export interface CheckFormulationOptions extends Partial<CheckOptions> {
  /** All by default. */
  readonly laws?: readonly FormulationLaw[]
  /**
   * A configuration as a person writes it, over the preset of its world: where the formulation has no part, the law is
   * checked on the part that a run of this configuration uses. The default one if left out.
   */
  readonly config?: unknown
}

export interface CheckedLaw {
  readonly law: FormulationLaw
  readonly result: LawResult
}

/**
 * The result of each law for the formulation, in the laws' order, as they are checked.
 *
 * @param options `runs` (100) cases of each law, from `seed` (1): the same seed gives the same cases.
 * @throws {RangeError} if it is no formulation, or its objective cannot be loaded; {ConfigError} if the configuration is refused.
 */
export async function* checkFormulation(
  formulation: Formulation,
  { config = {}, ...options }: CheckFormulationOptions = {},
): AsyncGenerator<CheckedLaw> {
  yield* checkSubject(await subjectOf(formulation, await loadRunConfig(config)), options)
}

/** The formulation as a run of the configuration completes it, with the rules of its objectives. */
export async function subjectOf(formulation: Formulation, config: RunConfig): Promise<LawSubject> {
  const { objectives, ...formulas } = await completeFormulation(formulation, config)
  const { policy, rewardModel } = objectives
  return {
    ...formulas,
    ...(await lossOf(policy)),
    ...(sameData(policy, rewardModel) ? {} : { ofRewardModel: await lossOf(rewardModel) }),
  }
}

const lossOf = async (objective: Objective): Promise<Loss> => ({ objective, rule: await objectiveRule(objective) })

/** `checkFormulation` of one that is complete and whose objective has been loaded. */
export function* checkSubject(
  subject: LawSubject,
  { laws = formulationLaws, runs = 100, seed = 1 }: Omit<CheckFormulationOptions, 'config'> = {},
): Generator<CheckedLaw> {
  for (const law of laws) yield { law, result: law.check(subject, { runs, seed }) }
}
