/**
 * Vectors around the mean of examples, in axes in which these have about the same variance in each direction: those directions count less in
 * which all pictures differ. Source: Hastie, Tibshirani & Friedman, The elements of statistical learning (2009), section 4.3.2, with a ridge.
 */
import { nth } from '../../../math/nth.ts'

/** Of the mean variance, added to the variance in each direction. */
const ridge = 0.1

/**
 * @param rows [count × size]
 * @returns [(1 + size) × size]: the mean, then the lower triangle L of LLᵀ, the covariance with the ridge.
 */
export function whiteningOf(rows: Float32Array, size: number): Float32Array {
  const count = rows.length / size
  const found = new Float32Array((1 + size) * size)
  const centre = found.subarray(0, size)
  for (let place = 0; place < rows.length; place += 1) centre[place % size]! += rows[place]! / count
  const covariance = new Float64Array(size * size)
  for (let start = 0; start < rows.length; start += size)
    for (let a = 0; a < size; a += 1) {
      const own = (rows[start + a]! - centre[a]!) / count
      for (let b = 0; b <= a; b += 1) covariance[a * size + b]! += own * (rows[start + b]! - centre[b]!)
    }
  let trace = 0
  for (let a = 0; a < size; a += 1) trace += covariance[a * size + a]!
  const added = Math.max(Number.EPSILON, (ridge * trace) / size)
  for (let a = 0; a < size; a += 1) covariance[a * size + a]! += added
  found.set(triangle(covariance, size), size)
  return found
}

/** Cholesky's, from the lower half of a positive definite matrix. */
function triangle(matrix: Float64Array, size: number): Float64Array {
  const found = new Float64Array(size * size)
  for (let a = 0; a < size; a += 1)
    for (let b = 0; b <= a; b += 1) {
      let left = matrix[a * size + b]!
      for (let k = 0; k < b; k += 1) left -= found[a * size + k]! * found[b * size + k]!
      found[a * size + b] = a === b ? Math.sqrt(left) : left / found[b * size + b]!
    }
  return found
}

/** L⁻¹ (row − mean). @param by as of `whiteningOf`. */
export function whitenedRows(rows: Float32Array, by: Float32Array, size: number): Float32Array {
  const found = new Float32Array(rows.length)
  for (let start = 0; start < rows.length; start += size)
    for (let a = 0; a < size; a += 1) {
      let left = nth(rows, start + a) - nth(by, a)
      const line = (1 + a) * size
      for (let b = 0; b < a; b += 1) left -= by[line + b]! * found[start + b]!
      found[start + a] = left / by[line + a]!
    }
  return found
}
