/** Arithmetic over all numbers of a model at once: kernels, in whose memory rows lie, or which they pass through window by window. */
import { kernelsOn } from '../../../kernels/kernels.ts'
import type { AdamwOptions, AdamwTensor } from '../../../math/adamw.ts'
import { createRowMemory, windowSize, type RowRoom } from './row-memory.ts'

/** One AdamW step over rows of numbers, all as long as each other. */
interface RowsStep {
  readonly from: AdamwTensor
  readonly gradient: Float32Array
  /** Of the gradient. */
  readonly scale: number
  /** Where the result is written. */
  readonly into: AdamwTensor
  readonly options: AdamwOptions
}

export interface FlatParameters {
  /** A row of 0 as the room was meant for; rows made here are worked on without copies. */
  readonly make: () => Float32Array
  /**
   * Adds up rows of one length, at least one, in their order.
   *
   * @param into may be the first of them.
   * @returns the squares of the sums, added up: not finite if a sum is not, or if a square overflows float32.
   * @throws {RangeError} if there are no rows.
   */
  readonly sum: (rows: readonly Float32Array[], into: Float32Array) => number
  /** Adds to the row of a table [V, width] that each of the indices names, in their order, the next of the rows [N, width]. */
  readonly addAt: (table: Float32Array, indices: Int32Array, rows: Float32Array, width: number) => void
  /** What `adamw` of src/math does, in float32. @returns whether all new weights are finite. */
  readonly adamw: (step: RowsStep) => boolean
}

/** @param room for rows of the caller's; what `sum` and `adamw` are given need not lie there. */
export function createFlatParameters(room: RowRoom = { count: 0, length: 0 }): FlatParameters {
  const { memory, make, count, place, load, fetch } = createRowMemory(room)
  const { add, adamw, squares } = kernelsOn(memory)
  const read = (row: Float32Array, start: number, slot: number): number => load(row, start, place(row, start, slot))

  return {
    make,
    sum: ([first, ...others], into) => {
      if (first === undefined) throw new RangeError('rows must not be empty')
      let total = 0
      for (let start = 0; start < into.length; start += windowSize) {
        const sums = load(first, start, place(into, start, 0))
        for (const other of others) add(sums, read(other, start, 1), count(into, start))
        total += squares(sums, count(into, start))
        fetch(into, start, 0)
      }
      return total
    },
    addAt: (table, indices, rows, width) => {
      const sums = new Float32Array(memory.buffer, 0, windowSize)
      const terms = new Float32Array(memory.buffer, sums.byteLength, windowSize)
      indices.forEach((index, row) => {
        for (let start = 0; start < width; start += windowSize) {
          const length = Math.min(windowSize, width - start)
          const sum = table.subarray(index * width + start, index * width + start + length)
          sums.set(sum)
          terms.set(rows.subarray(row * width + start, row * width + start + length))
          add(sums.byteOffset, terms.byteOffset, 4 * Math.ceil(length / 4))
          sum.set(sums.subarray(0, length))
        }
      })
    },
    adamw: ({ from, gradient, scale, into, options }) => {
      const factors = factorsOf(scale, options)
      let wrong = 0
      for (let start = 0; start < gradient.length; start += windowSize) {
        wrong += adamw(
          read(from.weight, start, 0),
          read(from.first, start, 1),
          read(from.second, start, 2),
          read(gradient, start, 3),
          place(into.weight, start, 0),
          place(into.first, start, 1),
          place(into.second, start, 2),
          count(gradient, start),
          ...factors,
        )
        fetch(into.weight, start, 0)
        fetch(into.first, start, 1)
        fetch(into.second, start, 2)
      }
      return wrong === 0
    },
  }
}

/** Factors that do not depend on the numbers, as the kernel takes them. */
function factorsOf(scale: number, { learningRate, beta1, beta2, epsilon, weightDecay, step }: AdamwOptions) {
  const correction1 = 1 - beta1 ** step
  const correction2 = Math.sqrt(1 - beta2 ** step)
  const pace = (learningRate * correction2) / correction1
  return [
    beta1,
    (1 - beta1) * scale,
    beta2,
    Math.sqrt(1 - beta2) * scale,
    epsilon * correction2,
    pace,
    1 - learningRate * weightDecay,
  ] as const
}
