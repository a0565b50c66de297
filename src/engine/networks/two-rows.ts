/**
 * Rows with a row of 0 behind a single one, and their sizes: ONNX Runtime computes a single row by another kernel, which adds in another
 * order.
 *
 * @param values [count × width], perhaps with others behind.
 */
export function twoRows(values: Float32Array, count: number, width: number): [Float32Array, [number, number]] {
  if (count > 1) return [values.subarray(0, count * width), [count, width]]
  const two = new Float32Array(2 * width)
  two.set(values.subarray(0, width))
  return [two, [2, width]]
}
