import type { Success } from '../../contracts/metrics.ts'
import { textTable } from '../../text/text-table.ts'
import { withError } from './summary-table.ts'

/** Success with its standard error, in percent. */
export const successTable = (results: readonly Success[]): string =>
  textTable(
    [
      { title: 'split', align: 'left' },
      { title: 'temperature', align: 'right' },
      { title: 'tasks', align: 'right' },
      { title: 'success %', align: 'right' },
    ],
    results.map(each => [each.split, String(each.temperature), String(each.tasks), withError(each)]),
  )
