/**
 * Memory of keys and values in groups of pages. A group holds `pageLength` positions of a sequence, for every layer and
 * head; sequences that begin with the same tokens share groups. The kernels work in this memory.
 */
import { kernelsOn, type Kernels } from '../../../kernels/kernels.ts'
import type { ModelConfig } from '../../../contracts/models/model-config.ts'
import { headSize } from '../../../model/tensors/tensors.ts'
import { nth } from '../../../math/nth.ts'

/** Positions of a page: few, so that sequences share most of a common beginning. The kernels are compiled for this number. */
export const pageLength = 8

/** Size of a layer's keys and values in a group. */
export function layerBytes(config: ModelConfig): number {
  return 4 * 2 * config.num_key_value_heads * pageLength * headSize(config)
}

/** Size of a group. */
export function groupBytes(config: ModelConfig): number {
  return config.num_hidden_layers * layerBytes(config)
}

export interface Pages {
  readonly kernels: Kernels
  /** Where a group lies, as the kernels name it. */
  readonly place: (group: number) => number
  /** A group with one holder. @throws {RangeError} if all pages together would exceed the bound. */
  readonly take: () => number
  /** A new group with one holder and the present contents of this one. @throws {RangeError} as `take`. */
  readonly copy: (group: number) => number
  /** One more sequence holds a group. */
  readonly share: (group: number) => void
  /** One sequence less holds it; without holders it is free. */
  readonly giveBack: (group: number) => void
  /** The full group with this key, if there is one. */
  readonly find: (key: string) => number | undefined
  /** A group is full and does not change any more: others may find it. */
  readonly seal: (group: number, key: string) => void
  /** Makes room behind all groups for so many bytes. @returns where it begins; it is lost when a group is taken. */
  readonly room: (bytes: number) => number
  /** The memory as it is now; it is another one when groups have been taken or room has been made. */
  readonly buffer: () => ArrayBuffer
}

/** Most that all pages of one model take together in one replica. */
export const maxPageBytes = 2 ** 31

/** Growth step of a memory. */
const step = 2 ** 16

/** Places are multiples of a cache line. */
export const aligned = (bytes: number): number => Math.ceil(bytes / 64) * 64

/**
 * @param front numbers at place 0.
 * @param size of a group, bytes.
 */
export function createPages(front: Float32Array, size: number): Pages {
  const start = aligned(front.byteLength)
  const free: number[] = []
  const holders: number[] = []
  const keys = new Map<number, string>()
  const sealed = new Map<string, number>()
  let capacity = 16
  const memory = new WebAssembly.Memory({ initial: Math.ceil((start + capacity * size) / step) })
  new Float32Array(memory.buffer).set(front)
  const place = (group: number): number => start + group * size
  const reach = (bytes: number): void => {
    const missing = bytes - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / step))
  }

  const take = (): number => {
    const group = free.pop() ?? holders.length
    if (group === capacity) {
      if (2 * capacity * size > maxPageBytes) {
        throw new RangeError(`contexts must not exceed ${maxPageBytes} bytes in all: release some`)
      }
      capacity *= 2
      reach(place(capacity))
    }
    holders[group] = 1
    return group
  }

  return {
    kernels: kernelsOn(memory),
    place,
    take,
    copy: group => {
      const copied = take()
      new Uint8Array(memory.buffer).copyWithin(place(copied), place(group), place(group) + size)
      return copied
    },
    share: group => {
      holders[group] = nth(holders, group) + 1
    },
    giveBack: group => {
      const left = nth(holders, group) - 1
      holders[group] = left
      if (left > 0) return
      free.push(group)
      const key = keys.get(group)
      if (key === undefined) return
      keys.delete(group)
      sealed.delete(key)
    },
    find: key => sealed.get(key),
    seal: (group, key) => {
      keys.set(group, key)
      sealed.set(key, group)
    },
    room: bytes => {
      const begin = aligned(place(capacity))
      reach(begin + bytes)
      return begin
    },
    buffer: () => memory.buffer,
  }
}
