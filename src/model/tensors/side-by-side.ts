import { concatenated } from '../../math/concatenated.ts'

/** Arrays one after another, in one; that itself if it is the only one. */
export function sideBySide(arrays: readonly Float32Array[]): Float32Array {
  const [first, ...others] = arrays
  return first !== undefined && others.length === 0 ? first : concatenated(Float32Array, arrays)
}
