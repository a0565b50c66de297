/** A plan of runs so small that one takes a second. */
import { parseExperimentPlan, type ExperimentPlan } from '../../src/experiment/plan/experiment-plan.ts'
import { tinyConfig, tinyStarters, type Changes } from '../run/tiny-run.ts'

/**
 * Two arms in the world of colours: `plain` and `expert`.
 *
 * @param folder receives the models that they start from.
 */
export async function tinyPlan(
  folder: string,
  changes: Readonly<Record<string, unknown>> = {},
  settings: Changes = {},
): Promise<ExperimentPlan> {
  const { seed: _seed, environment, ...rest } = tinyConfig(await tinyStarters(folder), { iterations: 2, ...settings })
  const { name: world, ...others } = environment
  return parseExperimentPlan({
    title: 'Tiny runs',
    question: 'Are they kept?',
    world,
    settings: { ...rest, environment: others },
    seeds: [1],
    arms: {
      plain: { about: 'as it is' },
      expert: { about: 'labels of the expert', settings: { feedback: { source: 'expert' } } },
    },
    measures: ['success unseen 0.8'],
    comparisons: [{ claim: 'Labels help.', arm: 'expert', against: 'plain', measure: 'success unseen 0.8' }],
    ...changes,
  })
}
