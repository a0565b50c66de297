/** Whether every number is finite; one pass without a branch, for large arrays. */
export function allFinite(values: Float32Array | Float64Array): boolean {
  let sum = 0
  for (const value of values) sum += value * 0
  return sum === 0
}
