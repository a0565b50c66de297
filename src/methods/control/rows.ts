/** Rows of numbers, one behind the other. */
import { copyRow } from '../../store/copy-row.ts'
import { derive, type Key } from '../../math/random.ts'

export const withinUnit = (value: number): number => Math.min(1, Math.max(-1, value))

/** Each row so many times, one behind the other. */
export function repeatedRows(rows: Float32Array, size: number, repeat: number): Float32Array {
  const result = new Float32Array(rows.length * repeat)
  for (let place = 0; place * size < rows.length; place += 1)
    for (let copy = 0; copy < repeat; copy += 1)
      result.set(rows.subarray(place * size, (place + 1) * size), (place * repeat + copy) * size)
  return result
}

/** Rows of several tables beside each other. @param tables each [count × size]. */
export function besideRows(...tables: readonly (readonly [rows: Float32Array, size: number])[]): Float32Array {
  const width = tables.reduce((sum, [, size]) => sum + size, 0)
  const [first] = tables
  const count = first === undefined ? 0 : first[0].length / first[1]
  const result = new Float32Array(count * width)
  let start = 0
  for (const [rows, size] of tables) {
    for (let row = 0; row < count; row += 1) copyRow(result, row * width + start, rows, row * size, size)
    start += size
  }
  return result
}

/** The rows at those places. */
export function rowsAt(rows: Float32Array, size: number, places: readonly number[]): Float32Array {
  const result = new Float32Array(places.length * size)
  for (const [row, place] of places.entries()) copyRow(result, row * size, rows, place * size, size)
  return result
}

/** Keys of rows. */
export const rowKeys = (key: Key, count: number): readonly Key[] =>
  Array.from({ length: count }, (_, row) => derive(key, row))
