/**
 * An episode in the Agent Trajectory Interchange Format, which tools for debugging and fine-tuning of agents read.
 *
 * Source: ATIF 1.7, https://github.com/laude-institute/harbor/blob/main/docs/rfcs/0001-trajectory-format.md
 */
import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'

export interface TrajectoryAgent {
  readonly name: string
  readonly version: string
  readonly model_name: string
  readonly extra: Readonly<Record<string, unknown>>
}

interface TrajectoryStep {
  /** From 1. */
  readonly step_id: number
  readonly source: 'user' | 'agent'
  readonly message: string
  readonly observation?: { readonly results: readonly { readonly content: string }[] }
  readonly extra?: Readonly<Record<string, unknown>>
}

interface Trajectory {
  readonly schema_version: 'ATIF-v1.7'
  /** The run. */
  readonly session_id: string
  readonly trajectory_id: string
  readonly agent: TrajectoryAgent
  readonly steps: readonly TrajectoryStep[]
  readonly final_metrics: {
    readonly total_steps: number
    readonly extra: Pick<EpisodeRow, 'won' | 'score' | 'ending'>
  }
  readonly extra: Readonly<Record<string, unknown>>
}

/**
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
  const { finish, agent, good, goodReason, votes, voteReasons, tests, invalid, reward, advantage, age } = row
  const parts = { finish, agent, good, goodReason, votes, voteReasons, tests, invalid, reward, advantage, age }
  return Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  )
}
