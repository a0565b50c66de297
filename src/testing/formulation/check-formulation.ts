/** Holds a formulation to the laws. */
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
 */
export function* checkFormulation(
  formulation: Formulation,
  { laws = formulationLaws, runs = 100, seed = 1 }: CheckFormulationOptions = {},
): Generator<CheckedLaw> {
  const whole = complete(formulation)
  for (const law of laws) yield { law, result: law.check(whole, { runs, seed }) }
}
