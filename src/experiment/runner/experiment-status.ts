/** The jobs of a plan, and their state. */
import { ConfigError } from '../../config/config-error.ts'
import { RunDirectoryError } from '../../run/directory/records/run-directory-error.ts'
import { preview } from '../../text/preview.ts'
import { plannedRuns } from '../plan/planned-runs.ts'
import { plannedStarters, type PlannedStarters } from '../plan/planned-starters.ts'
import { runStateOf } from '../state/run-state.ts'
import type { ExperimentOptions, ExperimentStatus, RunStatus } from './events.ts'
import { isMade, requireAsPlanned } from './made-starters.ts'

/** An experiment before it is begun. */
interface Prepared {
  readonly status: ExperimentStatus
  readonly starters: readonly PlannedStarters[]
}

/**
 * Looks at the folders of an experiment, and changes nothing.
 *
 * @throws {ConfigError} if the settings of the plan are refused, or it has not the seeds or arms that are asked for.
 */
export async function prepareExperiment(options: ExperimentOptions): Promise<Prepared> {
  const { plan, directory, jobs = 1, nats, seeds = plan.seeds, arms = Object.keys(plan.arms) } = options
  for (const [name, given] of Object.entries({ seeds, arms }))
    if (given.length === 0) throw new ConfigError(`${name} must name at least one of the plan, got none`)
  for (const seed of seeds) requireOneOf('seeds', seed, plan.seeds)
  for (const arm of arms) requireOneOf('arms', arm, Object.keys(plan.arms))
  if (!Number.isSafeInteger(jobs) || jobs < 1)
    throw new ConfigError(`jobs must be a positive integer, got ${preview(jobs)}`)
  const all = await plannedRuns(plan, { directory, jobs, onWorkers: nats !== undefined })
  const chosen = all.filter(({ arm, seed }) => arms.includes(arm) && seeds.includes(seed))
  const starters = (await plannedStarters(plan, { directory, jobs })).filter(each =>
    each.arms.some(arm => arms.includes(arm)),
  )
  return { status: await statusOf(directory, { chosen, starters }), starters }
}

/** @throws {RunDirectoryError} if a folder holds something else than the plan asks for, naming each setting that differs. */
export async function requireExperimentAsPlanned({ status, starters }: Prepared): Promise<void> {
  const wrong = status.runs.flatMap(({ run, state }) =>
    state.kind === 'refused' ? [`${run.directory} is not the run of the plan: ${state.reasons.join('; ')}`] : [],
  )
  if (wrong.length > 0)
    throw new RunDirectoryError(
      `${wrong.join('\n')}\nNothing was changed: name another folder of the experiment, or move such runs away`,
    )
  for (const each of starters) await requireAsPlanned(each)
}

interface Parts {
  readonly chosen: readonly RunStatus['run'][]
  readonly starters: readonly PlannedStarters[]
}

async function statusOf(directory: string, { chosen, starters }: Parts): Promise<ExperimentStatus> {
  const runs = await Promise.all(chosen.map(async run => ({ run, state: await runStateOf(run) })))
  return {
    directory,
    runs,
    starters: starters.map(each => ({ name: each.name, folder: each.folder, isMade: isMade(each) })),
  }
}

function requireOneOf<T>(what: string, value: T, known: readonly T[]): void {
  if (!known.includes(value))
    throw new ConfigError(`${what} must be of those of the plan (${known.join(', ')}), got ${preview(value)}`)
}
