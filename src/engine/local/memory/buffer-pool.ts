import { elements } from '../../../model/tensors/tensors.ts'
import { nth } from '../../../math/nth.ts'
import { lastOf } from '../../../math/last-of.ts'

/** One array for each weight, side by side in one buffer. */
export type Arrays = ReadonlyMap<string, Float32Array>

/** All numbers of the arrays, and the 0 between them. */
export function rowOf(arrays: Arrays): Float32Array {
  const all = [...arrays.values()]
  if (all.length === 0) return new Float32Array(0)
  const first = nth(all, 0)
  const last = lastOf(all)
  const length = (last.byteOffset - first.byteOffset) / 4 + padded(last.length)
  return new Float32Array(first.buffer, first.byteOffset, length)
}

type Shapes = ReadonlyMap<string, readonly number[]>

/** Numbers of a row of tensors. */
export function rowLength(shapes: Shapes): number {
  return [...shapes.values()].reduce((sum, shape) => sum + padded(elements(shape)), 0)
}

/** @param row of 0, which becomes the arrays. */
export function arraysFor(shapes: Shapes, row: Float32Array = new Float32Array(rowLength(shapes))): Arrays {
  let start = 0
  return new Map(
    [...shapes].map(([name, shape]) => {
      const array = row.subarray(start, start + elements(shape))
      start += padded(array.length)
      return [name, array]
    }),
  )
}

/** Numbers of a cache line, at which every array begins. */
const alignment = 16

const padded = (length: number): number => Math.ceil(length / alignment) * alignment

/**
 * Arrays of a model's trained shapes that are written again and again: memory fresh from the system costs a page fault for each
 * 4 KB, which takes longer than the arithmetic that fills it.
 */
export interface BufferPool {
  /** Arrays with stale contents. */
  readonly take: () => Arrays
  /** Returns the arrays to the pool; the map itself may be kept. */
  readonly give: (arrays: Arrays) => void
}

/** Free sets kept: as many as an update needs at once. */
const maxFree = 4

/** @param make a row of 0 for further arrays. */
export function createBufferPool(shapes: Shapes, make?: () => Float32Array): BufferPool {
  const free: Arrays[] = []
  return {
    take: () => free.pop() ?? arraysFor(shapes, make?.()),
    give: arrays => {
      if (free.length < maxFree) free.push(new Map(arrays))
    },
  }
}
