/** Quality of the reward model in one iteration, beside the theory's predictions. */
import { judgePresentations } from '../../../reward/kinds/presentations.ts'
import type { IterationMetrics } from '../../../contracts/metrics.ts'
import { textTable } from '../../../text/text-table.ts'
import { decimal, percent } from '../numbers.ts'

/** @returns empty where there is no reward model. */
export function judgeTable({ judge, rewardModel, policy }: IterationMetrics): string {
  if (judge === null) return ''
  const dropped = ({ samples, dropped: reasons }: IterationMetrics['policy']) => {
    const left = Object.values(reasons).reduce((sum, count) => sum + count, 0)
    return percent(samples + left === 0 ? null : left / (samples + left), 1)
  }
  const { all, written } = judgePresentations[judge.kind]
  return textTable(
    [
      { title: 'judge', align: 'left' },
      { title: 'value', align: 'right' },
    ],
    [
      ...all.map(({ title, format, value }) =>
        format === 'percent' ? [`${title} %`, percent(value(judge), 1)] : [title, decimal(value(judge), 3)],
      ),
      ...(rewardModel === null ? [] : [[`${written} not trained on %`, dropped(rewardModel)]]),
      ['actions not trained on %', dropped(policy)],
    ],
  )
}
