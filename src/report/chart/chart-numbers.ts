import { csvField } from '../../text/csv-field.ts'
import type { Series } from './series.ts'

/**
 * The numbers of a chart as a link that saves them: a table with a line for each x, a column for each series, and one for the
 * standard errors of a series that has them.
 *
 * @returns CSV as a `data:` URL.
 */
export function chartNumbers(along: string, series: readonly Series[]): string {
  const all = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b)
  const columns = series.flatMap(({ name, points }) => {
    const at = new Map(points.map(point => [point.x, point]))
    const values = { name, of: (x: number) => at.get(x)?.y }
    const hasErrors = points.some(({ error = 0 }) => error > 0)
    return hasErrors ? [values, { name: `${name} (standard error)`, of: (x: number) => at.get(x)?.error }] : [values]
  })
  const lines = [
    [along, ...columns.map(({ name }) => csvField(name))],
    ...all.map(x => [String(x), ...columns.map(({ of }) => number(of(x)))]),
  ]
  return `data:text/csv;charset=utf-8,${encodeURIComponent(lines.map(line => line.join(',')).join('\n')).replaceAll('%2C', ',')}`
}

/** Short, and as precise as a chart can use. */
const number = (value: number | undefined): string => (value === undefined ? '' : String(Number(value.toPrecision(6))))
