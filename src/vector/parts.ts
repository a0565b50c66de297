/** Rows [from, to) of a buffer that are handed over together. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

/**
 * Cuts a buffer into parts of nearly equal size: at least two where there are two worlds, so that one part is computed
 * while another steps, and as many more as keep each at most `maxRows` rows.
 *
 * @returns in the order of their rows, which they cover without a gap.
 */
export function partsOf(worlds: number, maxRows: number): readonly RowRange[] {
  const count = Math.min(worlds, Math.max(2, Math.ceil(worlds / maxRows)))
  return Array.from({ length: count }, (_, index) => ({
    from: Math.floor((index * worlds) / count),
    to: Math.floor(((index + 1) * worlds) / count),
  }))
}
