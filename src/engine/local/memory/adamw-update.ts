/** One AdamW step over all numbers of a model or a network. */
import type { AdamwSettings } from '../../../contracts/models/device.ts'
import { gradientNorm, type AdamwTensor } from '../../../math/adamw.ts'
import { allFinite } from '../../../math/all-finite.ts'
import { NonFiniteError } from '../../semantics/non-finite-error.ts'
import { rowOf, type Arrays, type BufferPool } from './buffer-pool.ts'
import type { FlatParameters } from './flat-parameters.ts'

export interface Optimised {
  readonly weights: Arrays
  readonly first: Arrays
  readonly second: Arrays
}

interface AdamwUpdate {
  /** Of the model, for errors. */
  readonly name: string
  readonly rows: FlatParameters
  readonly buffers: BufferPool
  readonly from: Optimised
  /** Sums over what weighs `weight` together. */
  readonly gradients: Arrays
  /** Of all gradients, added up: as `FlatParameters.sum` gives them. */
  readonly squares: number
  readonly weight: number
  /** From 1. */
  readonly step: number
}

/** Far within what float32 can hold. */
const largest = 1e36

/**
 * @returns what comes next, in arrays of the pool, and the norm of the mean gradient. What was before is the caller's still.
 * @throws {NonFiniteError} if a weight or a moment would not be finite.
 */
export function adamwUpdate(
  { name, rows, buffers, from, gradients, squares, weight, step }: AdamwUpdate,
  options: AdamwSettings,
): { readonly next: Optimised; readonly gradientNorm: number } {
  const gradient = rowOf(gradients)
  const norm = (Number.isFinite(squares) ? Math.sqrt(squares) : gradientNorm([gradient])) / weight
  const scale = norm === 0 ? 0 : Math.min(1, options.clipNorm / norm) / weight
  const next = { weights: buffers.take(), first: buffers.take(), second: buffers.take() }
  try {
    const into = rowsOf(next)
    const finite = rows.adamw({ from: rowsOf(from), gradient, scale, into, options: { ...options, step } })
    /* The moments are no larger than what went into them. */
    const bounded = Math.min(norm, options.clipNorm) ** 2 < largest
    if (!finite || !bounded) {
      requireFiniteArrays(name, next.weights, tensor => tensor)
      requireFiniteArrays(name, next.first, tensor => `the first moment of ${tensor}`)
      requireFiniteArrays(name, next.second, tensor => `the second moment of ${tensor}`)
    }
  } catch (error) {
    Object.values(next).forEach(buffers.give)
    throw error
  }
  return { next, gradientNorm: norm }
}

const rowsOf = ({ weights, first, second }: Optimised): AdamwTensor => ({
  ...{ weight: rowOf(weights), first: rowOf(first), second: rowOf(second) },
})

/** @throws {NonFiniteError} naming the arrays that are not finite, if there are any. */
export function requireFiniteArrays(model: string, arrays: Arrays, called: (tensor: string) => string): void {
  const broken = [...arrays].filter(([, array]) => !allFinite(array)).map(([tensor]) => called(tensor))
  if (broken.length > 0) throw new NonFiniteError(model, broken)
}
