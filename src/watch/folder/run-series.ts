/** The numbers of a run by iteration, in columns that grow. */
import type { LineNumbers } from './line-numbers.ts'

/** Most measures of a run; those that come later are left out. */
const maxMeasures = 200

export class RunSeries {
  /** Lines taken in. */
  rows = 0
  /** [rows] of each line: its iteration; the amount spent when it was made; its first byte in the file. */
  iteration = new Float64Array(64)
  episodes = new Float64Array(64)
  tokens = new Float64Array(64)
  hours = new Float64Array(64)
  offset = new Float64Array(64)
  readonly #columns = new Map<string, Float32Array<ArrayBuffer>>()

  get measures(): readonly string[] {
    return [...this.#columns.keys()]
  }

  get lastIteration(): number {
    return this.rows === 0 ? 0 : (this.iteration[this.rows - 1] ?? 0)
  }

  /** [rows] values to seven digits, NaN where missing; `undefined` if the measure was never made. */
  column(measure: string): Float32Array | undefined {
    return this.#columns.get(measure)?.subarray(0, this.rows)
  }

  /**
   * @param offset first byte of the line in its file.
   * @param like lines that this one represents, itself included, where not every line is read.
   */
  append(line: LineNumbers, offset: number, like = 1): void {
    const row = this.rows
    if (row === this.iteration.length) this.#grow(row * 2)
    const before = (column: Float64Array): number => (row === 0 ? 0 : (column[row - 1] ?? 0))
    this.iteration[row] = line.iteration
    this.episodes[row] = before(this.episodes) + like * line.episodes
    this.tokens[row] = before(this.tokens) + like * line.tokens
    this.hours[row] = before(this.hours) + (like * line.seconds) / 3600
    this.offset[row] = offset
    for (const [measure, value] of line.values) {
      const column = this.#columns.get(measure) ?? this.#begin(measure)
      if (column !== null) column[row] = value
    }
    this.rows += 1
  }

  #begin(measure: string): Float32Array | null {
    if (this.#columns.size >= maxMeasures) return null
    const column = new Float32Array(this.iteration.length).fill(NaN)
    this.#columns.set(measure, column)
    return column
  }

  #grow(capacity: number): void {
    const longer = (column: Float64Array): Float64Array<ArrayBuffer> => {
      const grown = new Float64Array(capacity)
      grown.set(column)
      return grown
    }
    this.iteration = longer(this.iteration)
    this.episodes = longer(this.episodes)
    this.tokens = longer(this.tokens)
    this.hours = longer(this.hours)
    this.offset = longer(this.offset)
    for (const [measure, column] of this.#columns) {
      const grown = new Float32Array(capacity).fill(NaN)
      grown.set(column)
      this.#columns.set(measure, grown)
    }
  }
}
