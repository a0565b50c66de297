import type { ModelConfig } from '../../model/config.ts'
import { elements, tensorShapes } from '../../model/tensors.ts'

/** One array for each weight, side by side in one buffer. */
export type Arrays = ReadonlyMap<string, Float32Array>

/** All numbers of the arrays, and the 0 between them. */
export function rowOf(arrays: Arrays): Float32Array {
  const [first] = arrays.values()
  return first === undefined ? new Float32Array(0) : new Float32Array(first.buffer)
}

/** Arrays of 0. */
export function arraysFor(config: ModelConfig): Arrays {
  const lengths = [...tensorShapes(config)].map(([name, shape]) => [name, elements(shape)] as const)
  const padded = (length: number): number => Math.ceil(length / lane) * lane
  const buffer = new ArrayBuffer(4 * lengths.reduce((sum, [, length]) => sum + padded(length), 0))
  let start = 0
  return new Map(
    lengths.map(([name, length]) => {
      const array = new Float32Array(buffer, 4 * start, length)
      start += padded(length)
      return [name, array]
    }),
  )
}

/** Numbers of a cache line, at which every array begins. */
const lane = 16

/**
 * Arrays of a model's shapes that are written again and again: memory fresh from the system costs a page fault for each
 * 4 KB, which takes longer than the arithmetic that fills it.
 */
export interface Spares {
  /** Arrays whose contents are left over from before. */
  readonly take: () => Arrays
  /** Gives away the arrays; the map itself may go on being held. */
  readonly give: (arrays: Arrays) => void
}

/** Most sets kept: what an update needs at once. */
const mostSpares = 4

export function createSpares(config: ModelConfig): Spares {
  const free: Arrays[] = []
  return {
    take: () => free.pop() ?? arraysFor(config),
    give: arrays => {
      if (free.length < mostSpares) free.push(new Map(arrays))
    },
  }
}
