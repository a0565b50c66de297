import type { Formulation, Part } from '../../methods/rlanything/formulation/formulation.ts'
import { loadRunConfig } from '../../methods/registry/run-config.ts'
import { subjectOf, type CheckFormulationOptions } from './check-formulation.ts'
import { formulationLaws } from './laws.ts'
import type { Severity } from './cases/law.ts'
import { workedExample } from './worked-example.ts'

export interface DescribeOptions extends CheckFormulationOptions {
  /** Laws of these severities alone; `must` if left out. */
  readonly severities?: readonly Severity[]
  /** Laws about these parts alone; all if left out. */
  readonly parts?: readonly Part[]
}

/** One law as a test of any runner. */
export interface FormulationTest {
  /** The law and its sentence. */
  readonly name: string
  /** @throws {Error} with the smallest counterexample as a worked example, if the formulation breaks the law. */
  readonly check: () => Promise<void>
}

/**
 * The laws on a formulation as plain functions that throw, for any test runner.
 *
 * @param options `runs` (100) cases of each law, from `seed` (1).
 */
export function describeFormulation(
  formulation: Formulation,
  options: DescribeOptions = {},
): readonly FormulationTest[] {
  const { laws = formulationLaws, severities = ['must'], parts, runs = 100, seed = 1, config = {} } = options
  return laws
    .filter(({ severity, part }) => severities.includes(severity) && (parts?.includes(part) ?? true))
    .map(law => ({
      name: `${formulation.name}: ${law.name}: ${law.statement}`,
      check: async () => {
        const result = law.check(await subjectOf(formulation, await loadRunConfig(config)), { runs, seed })
        if (result.verdict === 'broken') throw new Error(`${formulation.name} breaks ${workedExample(law, result)}`)
      },
    }))
}
