/** Holds a formulation to the laws. */
import { objectiveRule } from '../../device/objective-rule.ts'
import { complete } from '../../formulation/paper.ts'
import type { Formulation } from '../../formulation/formulation.ts'
import { formulationLaws } from './laws.ts'
import type { CheckOptions, FormulationLaw, LawResult, Subject } from './law.ts'

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
  options: CheckFormulationOptions = {},
): AsyncGenerator<CheckedLaw> {
  yield* checkSubject(await subjectOf(formulation), options)
}

/** The formulation with the paper's parts where it has none, and the rule of its objective. */
export async function subjectOf(formulation: Formulation): Promise<Subject> {
  const whole = complete(formulation)
  return { ...whole, rule: await objectiveRule(whole.objective) }
}

/** `checkFormulation` of one whose objective has been loaded. */
export function* checkSubject(
  subject: Subject,
  { laws = formulationLaws, runs = 100, seed = 1 }: CheckFormulationOptions = {},
): Generator<CheckedLaw> {
  for (const law of laws) yield { law, result: law.check(subject, { runs, seed }) }
}
