/** Figures of an iteration of AT-GRPO. Pure. */
import { measuresOf, type Measure, type MeasuredValues, type MeasureTable } from '../../contracts/measure.ts'
import { mean } from '../../math/statistics.ts'
import { nth } from '../../math/nth.ts'
import type { TeamCredit } from './credit.ts'

const shared = {
  groupSize: { title: 'size of a group', about: 'Mean over all groups.', unit: 'turns', format: 'decimal', least: 0 },
  tellingGroups: {
    title: 'groups that tell',
    about: 'Share of the groups with an advantage other than 0.',
    format: 'percent',
  },
} as const satisfies MeasureTable<string>

export const teamMeasures = (agents: readonly string[]): readonly Measure[] => [
  ...agents.map((agent): Measure => ({
    id: `reward.${agent}`,
    title: agent,
    about: `Mean reward of the turns of ${agent}.`,
    format: 'decimal',
    chart: 'Rewards',
    section: 'AT-GRPO',
  })),
  ...measuresOf(shared, { section: 'AT-GRPO' }),
]

/** By name, for each agent and over all groups; `null` where there is nothing to count. */
export function teamMetrics(credits: readonly TeamCredit[], agents: readonly string[]): MeasuredValues {
  const trees = credits.flatMap(credit => credit.trees)
  const rewardsOf = (agent: string) =>
    trees.flatMap(({ rollout, rewards }) =>
      rollout.episode.steps.flatMap((step, index) => (step.agent === agent ? nth(rewards, index) : [])),
    )
  const sizes = credits.flatMap(({ groups }) => groups.map(({ members }) => members.length))
  const telling = credits.flatMap(({ groups, trees: own }) =>
    groups.map(({ members }) =>
      members.some(({ rollout, from, candidate = 0 }) => nth(nth(nth(own, rollout).advantages, from), candidate) !== 0),
    ),
  )
  return {
    ...Object.fromEntries(agents.map(agent => [`reward.${agent}`, meanOf(rewardsOf(agent))])),
    groupSize: meanOf(sizes),
    tellingGroups: meanOf(telling.map(Number)),
  }
}

const meanOf = (values: readonly number[]): number | null => (values.length === 0 ? null : mean(values))
