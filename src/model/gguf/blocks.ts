/**
 * Types of numbers in GGUF files, by their numbers there. Quantised ones come in blocks of 32 with a scale each.
 * Source: ggml-common.h and ggml-quants.c of llama.cpp (block_q4_0, block_q4_1, block_q8_0).
 */
import { floatsFromBytes, half } from '../tensors/float-bytes.ts'

const types = { f32: 0, f16: 1, q4_0: 2, q4_1: 3, q8_0: 8, bf16: 30 } as const
export type BlockType = (typeof types)[keyof typeof types]

export const float32Type = types.f32

const blockLength = 32

/** Numbers and bytes of a block. */
const sizes: Readonly<Record<BlockType, readonly [numbers: number, bytes: number]>> = {
  [types.f32]: [1, 4],
  [types.f16]: [1, 2],
  [types.bf16]: [1, 2],
  [types.q4_0]: [blockLength, 2 + 16],
  [types.q4_1]: [blockLength, 4 + 16],
  [types.q8_0]: [blockLength, 2 + 32],
}

export function isBlockType(type: number): type is BlockType {
  return Object.hasOwn(sizes, type)
}

/** Bytes of so many numbers; a fraction if they are no whole number of blocks. */
export function blockBytes(type: BlockType, count: number): number {
  const [numbers, bytes] = sizes[type]
  return count % numbers === 0 ? (count / numbers) * bytes : NaN
}

/** The numbers as float32, in new memory. */
export function floatsOf(bytes: Uint8Array, type: BlockType): Float32Array {
  switch (type) {
    case types.f32:
      return floatsFromBytes(bytes, 'F32')
    case types.f16:
      return floatsFromBytes(bytes, 'F16')
    case types.bf16:
      return floatsFromBytes(bytes, 'BF16')
    case types.q8_0:
      return inBlocks(bytes, type, (view, place, into, start) => {
        const scale = half(view.getUint16(place, true))
        for (let index = 0; index < blockLength; index += 1)
          into[start + index] = scale * view.getInt8(place + 2 + index)
      })
    case types.q4_0:
      return inBlocks(bytes, type, (view, place, into, start) => {
        const scale = half(view.getUint16(place, true))
        nibbles(view, place + 2, into, start, nibble => scale * (nibble - 8))
      })
    case types.q4_1:
      return inBlocks(bytes, type, (view, place, into, start) => {
        const scale = half(view.getUint16(place, true))
        const least = half(view.getUint16(place + 2, true))
        nibbles(view, place + 4, into, start, nibble => Math.fround(scale * nibble) + least)
      })
  }
}

type Block = (view: DataView, place: number, into: Float32Array, start: number) => void

function inBlocks(bytes: Uint8Array, type: BlockType, block: Block): Float32Array {
  const [numbers, size] = sizes[type]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const into = new Float32Array((bytes.length / size) * numbers)
  for (let index = 0; index * size < bytes.length; index += 1) block(view, index * size, into, index * numbers)
  return into
}

/** The lower halves of 16 bytes are the first 16 numbers, the upper ones the others. */
function nibbles(
  view: DataView,
  place: number,
  into: Float32Array,
  start: number,
  value: (nibble: number) => number,
): void {
  for (let index = 0; index < blockLength / 2; index += 1) {
    const byte = view.getUint8(place + index)
    into[start + index] = value(byte & 15)
    into[start + index + blockLength / 2] = value(byte >>> 4)
  }
}
