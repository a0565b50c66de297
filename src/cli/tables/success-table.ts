import type { Success } from '../../contracts/metrics.ts'
import { textTable } from '../../text/text-table.ts'
import { withError } from './summary-table.ts'

/** Success with its standard error, in percent, and pass@k where several episodes of a task were played. */
export const successTable = (results: readonly Success[]): string => {
  const k = results.find(({ pass }) => pass !== undefined)?.pass?.k
  return textTable(
    [
      { title: 'split', align: 'left' },
      { title: 'temperature', align: 'right' },
      { title: 'tasks', align: 'right' },
      { title: 'success %', align: 'right' },
      ...(k === undefined ? [] : [{ title: `pass@${k} %`, align: 'right' } as const]),
    ],
    results.map(({ pass, ...each }) => [
      ...[each.split, String(each.temperature), String(each.tasks), withError(each)],
      ...(k === undefined ? [] : [pass === undefined ? '–' : withError({ ...each, rate: pass.rate })]),
    ]),
  )
}
