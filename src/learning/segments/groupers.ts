/** Ways to group the turns of one task's rollouts. In each every turn, or candidate for one, is in exactly one segment. Pure. */
import { groupBy } from '../../math/group-by.ts'
import { nth } from '../../math/nth.ts'
import type { Episode, EpisodeStep } from '../../contracts/episode.ts'
import type { Segment, SegmentGroup } from './segment.ts'

/** Whole trajectories in one group (GRPO). */
export const byTrajectory = (episodes: readonly (readonly unknown[])[]): readonly SegmentGroup[] => [
  { key: 'trajectory', members: episodes.map(({ length }, rollout) => ({ rollout, from: 0, to: length })) },
]

/** Single steps, grouped by their index (RLAnything); an episode that is over is in no further group. */
export const byStepIndex = (episodes: readonly (readonly unknown[])[]): readonly SegmentGroup[] =>
  grouped(episodes, (_, { from }) => String(from))

/**
 * Single turns of one agent, grouped by agent and by how often it has acted before. Agents are never compared with each other.
 * Source: AT-GRPO, arXiv 2510.11062, whose groups are keyed by task, agent and turn.
 */
export const byAgentTurn = (episodes: readonly (readonly Pick<EpisodeStep, 'agent'>[])[]): readonly SegmentGroup[] =>
  grouped(episodes, steps => agentTurn(steps))

/** Single turns of one agent that has read and done the same before: all members of a group saw the same observation. */
export const bySameHistory = (episodes: readonly Pick<Episode, 'opening' | 'steps'>[]): readonly SegmentGroup[] =>
  grouped(
    episodes.map(({ steps }) => steps),
    (steps, { rollout, from }) => {
      const { agent } = steps[from] ?? { agent: '' }
      const history = steps.slice(0, from + 1).flatMap((step, index) => {
        if (step.agent !== agent) return []
        const observation = steps[index - 1]?.observation ?? episodes[rollout]?.opening
        return index === from ? [observation] : [observation, step.action]
      })
      return JSON.stringify([agent, ...history])
    },
  )

/**
 * The candidates of each turn of a tree: all members of a group were sampled from the same context. A step without candidates is a group
 * of one.
 * Source: AT-GRPO, arXiv 2510.11062, tree sampling.
 */
export const byCandidates = (
  episodes: readonly (readonly Pick<EpisodeStep, 'agent' | 'candidates'>[])[],
): readonly SegmentGroup[] =>
  episodes.flatMap((steps, rollout) =>
    steps.map(({ candidates }, from) => ({
      key: `${rollout} ${agentTurn(steps.slice(0, from + 1))}`,
      members: (candidates ?? [null]).map((_, candidate) => ({ rollout, from, to: from + 1, candidate })),
    })),
  )

const agentTurn = (before: readonly Pick<EpisodeStep, 'agent'>[]): string => {
  const agent = before.at(-1)?.agent ?? ''
  return `${agent} ${before.filter(step => step.agent === agent).length - 1}`
}

/** @param keyOf a step, given the steps up to it; groups are in the order of their first member. */
function grouped<Step>(
  episodes: readonly (readonly Step[])[],
  keyOf: (upTo: readonly Step[], segment: Segment) => string,
): readonly SegmentGroup[] {
  const segments = episodes.flatMap((steps, rollout) => steps.map((_, from) => ({ rollout, from, to: from + 1 })))
  const groups = groupBy(segments, segment => keyOf(nth(episodes, segment.rollout).slice(0, segment.to), segment))
  return [...groups].map(([key, members]) => ({ key, members }))
}
