/** Quality of the reward model in one iteration, beside the theory's predictions. */
import { judgePresentations } from '../../../reward/kinds/presentations.ts'
import { rewardModelName } from '../../../reward/judged-requests.ts'
import type { IterationMetrics, ModelMetrics } from '../../../contracts/metrics.ts'
import { textTable } from '../../../text/text-table.ts'
import { decimal, percent } from '../numbers.ts'

/** @returns empty where there is no reward model. */
export function judgeTable({ judge, models }: IterationMetrics): string {
  if (judge === null) return ''
  const dropped = ({ samples = 0, dropped: reasons = {} }: ModelMetrics) => {
    const left = Object.values(reasons).reduce((sum, count) => sum + count, 0)
    return percent(samples + left === 0 ? null : left / (samples + left), 1)
  }
  const rewardModel = models[rewardModelName]
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
      ...(rewardModel === undefined ? [] : [[`${written} not trained on %`, dropped(rewardModel)]]),
      ['actions not trained on %', dropped(models.policy)],
    ],
  )
}
