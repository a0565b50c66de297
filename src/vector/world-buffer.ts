/**
 * The memory that a thread of worlds shares with the thread of the network: one column a kind of number, one row a
 * world. Rows are handed back and forth by messages: the thread that was notified last owns them, so no lock is needed.
 */
import type { WorldRows } from '../contracts/worlds/vector-world.ts'
import type { WorldBufferShape, SharedWorldBuffer } from '../contracts/worlds/world-buffer.ts'

export interface WorldBuffer extends WorldRows {
  readonly shared: SharedWorldBuffer
  /** [worlds × outputs]: the network's outputs for each world's observation. */
  readonly outputs: Float32Array
  /** [worlds]: observations that the worlds have written so far, modulo 2³². */
  readonly asked: Uint32Array
  /** [worlds]: which of them `outputs` belongs to: as many as were `asked` when the network read it. */
  readonly answered: Uint32Array
}

/** @throws {RangeError} if a size is not a positive integer. */
export function createWorldBuffer(shape: WorldBufferShape): WorldBuffer {
  for (const [name, value] of Object.entries(shape) as [string, number][]) {
    if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name} must be a positive integer, got ${value}`)
  }
  return openWorldBuffer({ ...shape, memory: new SharedArrayBuffer(shape.worlds * rowBytes(shape)) })
}

/** The columns of a buffer, here or in the thread it was sent to. @throws {RangeError} if the memory does not fit the shape. */
export function openWorldBuffer(shared: SharedWorldBuffer): WorldBuffer {
  const { memory, worlds, observationSize, outputs, controls = 0 } = shared
  const wanted = worlds * rowBytes(shared)
  if (memory.byteLength !== wanted) throw new RangeError(`memory must have ${wanted} bytes, got ${memory.byteLength}`)
  let place = 0
  const column = (values: number): number => {
    const start = place
    place += values * 4
    return start
  }
  return {
    shared,
    observations: new Float32Array(memory, column(worlds * observationSize), worlds * observationSize),
    outputs: new Float32Array(memory, column(worlds * outputs), worlds * outputs),
    actions: new Int32Array(memory, column(worlds), worlds),
    controls: new Float32Array(memory, column(worlds * controls), worlds * controls),
    rewards: new Float32Array(memory, column(worlds), worlds),
    asked: new Uint32Array(memory, column(worlds), worlds),
    answered: new Uint32Array(memory, column(worlds), worlds),
    endings: new Uint8Array(memory, place, worlds),
  }
}

/** All columns of a world; the last, `endings`, has bytes. */
const rowBytes = ({ observationSize, outputs, controls = 0 }: WorldBufferShape): number =>
  4 * (observationSize + outputs + controls + 4) + 1
