import type { Success } from '../../contracts/metrics.ts'
import { left, right, textTable } from '../../text/text-table.ts'
import { percent } from './numbers.ts'
import { withError } from './summary-table.ts'

/** Success with its standard error, in percent, and pass@k and mean@k where several episodes of a task were played. */
export const successTable = (results: readonly Success[]): string => {
  const k = results.find(({ pass }) => pass !== undefined)?.pass?.k
  return textTable(
    [
      left('split'),
      ...['temperature', 'tasks', 'success %'].map(right),
      ...(k === undefined ? [] : [`pass@${k} %`, `mean@${k} %`].map(right)),
    ],
    results.map(({ pass, ...each }) => [
      ...[each.split, String(each.temperature), String(each.tasks), withError(each)],
      ...(k === undefined
        ? []
        : pass === undefined
          ? ['–', '–']
          : [withError({ ...each, rate: pass.rate }), percent(pass.mean, 1)]),
    ]),
  )
}
