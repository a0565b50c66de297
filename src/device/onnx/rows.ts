/** Arithmetic over all numbers of a model at once: kernels, whose memory the numbers pass through window by window. */
import { kernelsOn } from '../../kernels/kernels.ts'
import type { AdamwOptions, AdamwTensor } from '../../math/adamw.ts'

/** One AdamW step over rows of numbers, all as long as each other. */
export interface RowsStep {
  readonly from: AdamwTensor
  readonly gradient: Float32Array
  /** Of the gradient. */
  readonly scale: number
  /** What the result is written to. */
  readonly into: AdamwTensor
  readonly options: AdamwOptions
}

export interface Rows {
  /**
   * Adds up rows of one length, at least one, in their order.
   *
   * @param into may be one of them.
   * @returns the squares of the sums, added up: not finite if a sum is not, or if a square overflows float32.
   */
  readonly sum: (rows: readonly Float32Array[], into: Float32Array) => number
  /** Adds to the row of a table [V, width] that each of the indices names, in their order, the next of the rows [N, width]. */
  readonly addAt: (table: Float32Array, indices: Int32Array, rows: Float32Array, width: number) => void
  /** What `adamw` of src/math does, in float32. @returns whether all new weights are finite. */
  readonly adamw: (step: RowsStep) => boolean
}

/** Numbers of a window: so many that a copy costs little to begin, and so few that all slots stay in the processor's cache. */
const size = 8192

const page = 65536

export function createRows(): Rows {
  const slots = [0, 1, 2, 3].map(index => 4 * size * index)
  const [a, b, c, d] = slots as [number, number, number, number]
  const memory = new WebAssembly.Memory({ initial: (4 * size * slots.length) / page })
  const { add, adamw, squares } = kernelsOn(memory)
  const windows = new Map(slots.map(slot => [slot, new Float32Array(memory.buffer, slot, size)]))
  const bring = (row: Float32Array, start: number, slot: number): void => {
    const part = row.subarray(start, start + size)
    windows.get(slot)!.set(part)
    windows.get(slot)!.fill(0, part.length)
  }
  const fetch = (row: Float32Array, start: number, slot: number): void => {
    row.set(windows.get(slot)!.subarray(0, row.length - start), start)
  }

  return {
    sum: ([first, ...others], into) => {
      let total = 0
      for (let start = 0; start < into.length; start += size) {
        bring(first!, start, a)
        for (const other of others) {
          bring(other, start, b)
          add(a, b, size)
        }
        total += squares(a, size)
        fetch(into, start, a)
      }
      return total
    },
    addAt: (table, indices, rows, width) => {
      const [sums, terms] = [windows.get(a)!, windows.get(b)!]
      indices.forEach((index, place) => {
        for (let lane = 0; lane < width; lane += size) {
          const count = Math.min(size, width - lane)
          const sum = table.subarray(index * width + lane, index * width + lane + count)
          sums.set(sum)
          terms.set(rows.subarray(place * width + lane, place * width + lane + count))
          add(a, b, Math.ceil(count / 4) * 4)
          sum.set(sums.subarray(0, count))
        }
      })
    },
    adamw: ({ from, gradient, scale, into, options }) => {
      const factors = factorsOf(scale, options)
      let wrong = 0
      for (let start = 0; start < gradient.length; start += size) {
        bring(from.weight, start, a)
        bring(from.first, start, b)
        bring(from.second, start, c)
        bring(gradient, start, d)
        wrong += adamw(a, b, c, d, size, ...factors)
        fetch(into.weight, start, a)
        fetch(into.first, start, b)
        fetch(into.second, start, c)
      }
      return wrong === 0
    },
  }
}

/** What does not depend on the numbers, as the kernel takes it. */
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
