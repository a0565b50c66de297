/** Holds a formulation to the laws. */
import { objectiveRule } from '../../device/objective-rule.ts'
import { complete } from '../../formulation/paper.ts'
import type { Formulation } from '../../formulation/formulation.ts'
import { formulationLaws } from './laws.ts'
import type { CheckOptions, FormulationLaw, LawResult } from './law.ts'

export interface CheckFormulationOptions extends Partial<CheckOptions> {
  /** All by default. */
  readonly laws?: readonly FormulationLaw[]
}

export interface CheckedLaw {
  readonly law: FormulationLaw
  readonly result: LawResult
}

/**
 * What each law says of the formulation, in the laws' order, as they are checked.
 *
 * @param options `runs` (100) cases of each law, from `seed` (1): the same seed gives the same cases.
 * @throws {RangeError} if its objective cannot be loaded.
 */
export async function* checkFormulation(
  formulation: Formulation,
  { laws = formulationLaws, runs = 100, seed = 1 }: CheckFormulationOptions = {},
): AsyncGenerator<CheckedLaw> {
  const whole = complete(formulation)
  const subject = { ...whole, rule: await objectiveRule(whole.objective) }
  for (const law of laws) yield { law, result: law.check(subject, { runs, seed }) }
}
