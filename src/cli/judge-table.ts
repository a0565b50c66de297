/** How good the votes of one iteration are, beside what the theory says of them. */
import type { IterationMetrics } from '../training/metrics.ts'
import { textTable } from '../text-table.ts'
import { decimal, percent } from './numbers.ts'

export function judgeTable({ judge, rewardModel, policy }: IterationMetrics): string {
  const dropped = ({ samples, dropped: reasons }: IterationMetrics['policy']) => {
    const left = Object.values(reasons).reduce((sum, count) => sum + count, 0)
    return percent(samples + left === 0 ? null : left / (samples + left), 1)
  }
  return textTable(
    [
      { title: 'judge', align: 'left' },
      { title: 'value', align: 'right' },
    ],
    [
      ['process accuracy %', percent(judge.process, 1)],
      ['outcome accuracy %', percent(judge.outcome, 1)],
      ['p₊', decimal(judge.pPlus, 3)],
      ['p₋', decimal(judge.pMinus, 3)],
      ['μ = p₊ + p₋', decimal(judge.mu, 3)],
      ['reward precision A, measured %', percent(judge.precision, 1)],
      ['reward precision A, predicted %', percent(judge.precisionPredicted, 1)],
      ['‖f₊‖', decimal(judge.normPlus, 3)],
      ['‖f₋‖', decimal(judge.normMinus, 3)],
      ['malformed votes %', percent(judge.malformed, 1)],
      ['unanimous steps %', percent(judge.unanimous, 1)],
      ['votes not trained on %', dropped(rewardModel)],
      ['actions not trained on %', dropped(policy)],
    ],
  )
}
