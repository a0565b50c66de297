import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'
import type { Trajectory, TrajectoryAgent, TrajectoryStep } from './atif.ts'

/**
 * An episode of a run.
 *
 * @param rows of one episode, in order; at least one.
 * @param run its name. */
export function trajectoryOf(run: string, agent: TrajectoryAgent, rows: readonly EpisodeRow[]): Trajectory {
  const [first] = rows
  if (first === undefined) throw new RangeError('an episode must have at least one step, got 0')
  const { episode, iteration, use, slot, member, won, score, ending, opening } = first
  const steps: readonly TrajectoryStep[] = [
    { step_id: 1, source: 'user', message: opening ?? '' },
    ...rows.map((row, index): TrajectoryStep => ({
      step_id: index + 2,
      source: 'agent',
      message: row.action,
      observation: { results: [{ content: row.observation }] },
      extra: learntFrom(row),
    })),
  ]
  return {
    schema_version: 'ATIF-v1.7',
    session_id: run,
    trajectory_id: `${run}/${episode}`,
    agent,
    steps,
    final_metrics: { total_steps: steps.length, extra: { won, score, ending } },
    extra: { iteration, use, slot, member },
  }
}

/** Observer notes and computed values of a step; absent ones are left out. */
function learntFrom(row: EpisodeRow): Readonly<Record<string, unknown>> {
  const { finish, agent, good, goodReason, verdicts, verdictReasons, tests, invalid, reward, advantage, age } = row
  const parts = { finish, agent, good, goodReason, verdicts, verdictReasons, tests, invalid, reward, advantage, age }
  return Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  )
}
