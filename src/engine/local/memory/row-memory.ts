/** Memory of the kernels: room for rows to lie in, and slots that windows of all other rows pass through. */

/** Numbers of a window: so many that a copy costs little to begin, and so few that all slots stay in the processor's cache. */
export const windowSize = 8192

const slots = 4
const page = 65536

/** It never grows, for that would detach its arrays. */
const maxBytes = 2 ** 31

export interface RowRoom {
  /** How many rows are wanted. */
  readonly count: number
  /** Numbers of each, a multiple of 16. */
  readonly length: number
}

interface RowMemory {
  readonly memory: WebAssembly.Memory
  /** A row of 0: inside as long as there is room, else elsewhere. */
  readonly make: () => Float32Array
  /** Numbers of the window that begins at `start`: the rest of the row up to a multiple of 16, at maxBytes `windowSize`. */
  readonly count: (row: Float32Array, start: number) => number
  /** Where the kernels find a window, in bytes: where it lies, or in its slot. */
  readonly place: (row: Float32Array, start: number, slot: number) => number
  /** Copies a window to a place that it does not lie at, with 0 after the row's end. @returns the place. */
  readonly load: (row: Float32Array, start: number, place: number) => number
  /** Copies a window from its slot to the row, if it is elsewhere. */
  readonly fetch: (row: Float32Array, start: number, slot: number) => void
}

export function createRowMemory({ count, length }: RowRoom): RowMemory {
  const end = 4 * windowSize * slots
  const room = length === 0 ? 0 : Math.min(count, Math.floor((maxBytes - end) / (4 * length)))
  const memory = new WebAssembly.Memory({ initial: Math.ceil((end + 4 * length * room) / page) })
  const { buffer } = memory
  const numbers = new Float32Array(buffer)
  let made = 0

  const isInside = (row: Float32Array): boolean => row.buffer === buffer
  const countOf = (row: Float32Array, start: number): number =>
    Math.min(windowSize, 16 * Math.ceil((row.length - start) / 16))

  return {
    memory,
    make: () => {
      if (made === room) return new Float32Array(length)
      made += 1
      return new Float32Array(buffer, end + 4 * length * (made - 1), length)
    },
    count: countOf,
    place: (row, start, slot) => (isInside(row) ? row.byteOffset + 4 * start : 4 * windowSize * slot),
    load: (row, start, place) => {
      if (isInside(row) && row.byteOffset + 4 * start === place) return place
      const part = row.subarray(start, start + windowSize)
      numbers.set(part, place / 4)
      numbers.fill(0, place / 4 + part.length, place / 4 + countOf(row, start))
      return place
    },
    fetch: (row, start, slot) => {
      if (isInside(row)) return
      const from = windowSize * slot
      row.set(numbers.subarray(from, from + Math.min(windowSize, row.length - start)), start)
    },
  }
}
