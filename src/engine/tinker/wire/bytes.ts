/** Numbers as the little-endian bytes in which protobuf messages carry tensors. */
import { floatsFromBytes, littleEndianBytes, memoryOf } from '../../../model/tensors/float-bytes.ts'

/** As 64 bits each. @param values integers. */
export function int64Bytes(values: ArrayLike<number>): Uint8Array {
  const words = new Int32Array(2 * values.length)
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]!
    words[2 * index] = value
    words[2 * index + 1] = Math.floor(value / wordSize)
  }
  return littleEndianBytes(words)
}

const wordSize = 2 ** 32

/** @throws {RangeError} if the bytes are no whole number of values. */
export const int32From = (bytes: Uint8Array): Int32Array => new Int32Array(memoryOf(whole(bytes, 4)))

/** @throws {RangeError} if the bytes are no whole number of values, or one does not fit into 53 bits. */
export function int64From(bytes: Uint8Array): Float64Array {
  const words = new Int32Array(memoryOf(whole(bytes, 8)))
  const values = new Float64Array(words.length / 2)
  for (let index = 0; index < values.length; index += 1) {
    const value = words[2 * index + 1]! * wordSize + (words[2 * index]! >>> 0)
    if (!Number.isSafeInteger(value)) throw new RangeError(`a 64-bit integer must be below 2^53, got ${value}`)
    values[index] = value
  }
  return values
}

/** @throws {RangeError} if the bytes are no whole number of values. */
export const float32From = (bytes: Uint8Array): Float32Array => floatsFromBytes(whole(bytes, 4), 'F32')

/** @throws {RangeError} if the bytes are no whole number of values. */
export const bfloat16From = (bytes: Uint8Array): Float32Array => floatsFromBytes(whole(bytes, 2), 'BF16')

function whole(bytes: Uint8Array, size: number): Uint8Array {
  if (bytes.length % size === 0) return bytes
  throw new RangeError(`a tensor of ${size} bytes a value must have a multiple of them, got ${bytes.length}`)
}
