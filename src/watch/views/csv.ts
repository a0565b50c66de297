/** The data of a figure, a row a measurement. */
import { csvField } from '../../text/csv-field.ts'
import type { DrawnArm } from '../curves/curves-of.ts'

/** Measured values as they are, not smoothed, to seven digits. */
export function* csvOf(arms: readonly DrawnArm[], measure: string): Generator<string> {
  yield 'run,arm,seed,iteration,episodes,tokens,hours,value\n'
  for (const { name, runs } of arms) {
    for (const { id, seed, series } of runs) {
      const values = series.column(measure)
      if (values === undefined) continue
      const head = `${csvField(id)},${csvField(name)},${seed ?? ''}`
      for (let row = 0; row < values.length; row += 1) {
        const value = values[row] ?? NaN
        if (Number.isNaN(value)) continue
        const { iteration, episodes, tokens, hours } = series
        const places = [iteration[row], episodes[row], Math.round(tokens[row] ?? 0), hours[row]?.toFixed(6)]
        yield `${head},${places.join(',')},${Number(value.toPrecision(7))}\n`
      }
    }
  }
}
