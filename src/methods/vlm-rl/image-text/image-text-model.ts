/** Pictures and texts as vectors of one space, each of length 1: their product says how well they go together. */
export interface ImageTextModel {
  /** @returns [texts × size] @throws {RangeError} if a text has no vector. */
  readonly texts: (texts: readonly string[]) => Promise<Float32Array>
  /**
   * @param pictures [count × height × width × 3], in [0, 1].
   * @returns [count × size]
   */
  readonly pictures: (pictures: Float32Array) => Promise<Float32Array>
}

/** Each row divided by its length; a row of 0 stays. @param rows [count × size] */
export function unitRows(rows: Float32Array, size: number): Float32Array {
  const units = rows.slice()
  for (let start = 0; start < rows.length; start += size) {
    const row = units.subarray(start, start + size)
    const length = Math.hypot(...row)
    if (length > 0) row.forEach((value, place) => (row[place] = value / length))
  }
  return units
}
