import type { Measure } from '../../../contracts/measure.ts'
import type { IterationMetrics, ModelMetrics } from '../../../contracts/metrics.ts'
import { left, right, textTable } from '../../../text/text-table.ts'
import { valueText } from '../comparison/measure-text.ts'
import { percent } from '../numbers.ts'

/** The method's measures of one iteration, and of each model the share of its samples that it was not trained on. */
export const measuresTable = ({ measures: values, models }: IterationMetrics, measures: readonly Measure[]): string =>
  textTable(
    [left('measured'), right('value')],
    [
      ...measures
        .filter(({ id }) => Object.hasOwn(values, id))
        .map(({ id, title, format, section }) => {
          const value = values[id] ?? null
          const name = `${section}: ${title}${format === 'percent' ? ' %' : ''}`
          return [name, value === null ? '–' : valueText(value, null, format)]
        }),
      ...Object.entries(models).flatMap(([name, model]) => {
        const share = droppedShare(model)
        return share === null ? [] : [[`samples of ${name} not trained on %`, percent(share, 1)]]
      }),
    ],
  )

function droppedShare({ samples = 0, dropped = {} }: ModelMetrics): number | null {
  const left = Object.values(dropped).reduce((sum, count) => sum + count, 0)
  return samples + left === 0 ? null : left / (samples + left)
}
