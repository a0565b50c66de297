import type { ExperimentResult } from '../results/experiment-result.ts'
import { readMeasuredRun } from '../results/read-measured-run.ts'
import type { ExperimentPlan } from '../plan/experiment-plan.ts'
import { askedLater } from '../state/kept-plan.ts'

/**
 * The results of a plan's runs so far: of all its arms and seeds, finished or not. Runs in its folder that are not those
 * of the plan are left out, and so named in the notes.
 *
 * @throws {RunDirectoryError} if a run or the kept plan is damaged.
 * @throws {ConfigError} if the settings of the plan are refused.
 */
export async function readExperiment(plan: ExperimentPlan, directory: string): Promise<ExperimentResult> {
  /* Late, so that importing the package is quick. */
  const [{ experimentOf, askedMeasures }, { prepareExperiment }] = await Promise.all([
    import('../results/experiment-of.ts'),
    import('./experiment-status.ts'),
  ])
  const { status } = await prepareExperiment({ plan, directory })
  const there = status.runs.filter(({ state }) => state.kind !== 'missing' && state.kind !== 'refused')
  const measures = askedMeasures(plan)
  const runs = await Promise.all(there.map(({ run }) => readMeasuredRun(run.directory, { arm: run.arm, measures })))
  const result = experimentOf(plan, runs)
  const left = status.runs.flatMap(({ run, state }) =>
    state.kind === 'refused' ? [`${run.name} is left out: ${state.reasons.join('; ')}.`] : [],
  )
  return { ...result, notes: [...result.notes, ...left, ...(await askedLater(plan, directory))] }
}
