/** Arrays one after another, in one; that itself if it is the only one. */
export function sideBySide(arrays: readonly Float32Array[]): Float32Array {
  const [first, ...others] = arrays
  if (first !== undefined && others.length === 0) return first
  const whole = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0))
  let start = 0
  for (const array of arrays) {
    whole.set(array, start)
    start += array.length
  }
  return whole
}
