/** Numbers as the little-endian bytes in which protobuf messages carry tensors. */
import { floatsFromBytes } from '../../../model/tensors/float-bytes.ts'

export function int32Bytes(values: Int32Array): Uint8Array {
  return filled(values, 4, (view, at, value) => view.setInt32(at, value, true))
}

/** As 64 bits each. */
export function int64Bytes(values: Iterable<number> & { readonly length: number }): Uint8Array {
  return filled(values, 8, (view, at, value) => view.setBigInt64(at, BigInt(value), true))
}

function filled(
  values: Iterable<number> & { readonly length: number },
  size: number,
  write: (view: DataView, at: number, value: number) => void,
): Uint8Array {
  const bytes = new Uint8Array(values.length * size)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const value of values) {
    write(view, at, value)
    at += size
  }
  return bytes
}

/** @throws {RangeError} if the bytes are no whole number of values. */
export const int32From = (bytes: Uint8Array): Int32Array =>
  Int32Array.from(valuesOf(bytes, 4, (view, at) => view.getInt32(at, true)))

/** @throws {RangeError} if the bytes are no whole number of values, or one does not fit into 53 bits. */
export const int64From = (bytes: Uint8Array): readonly number[] =>
  valuesOf(bytes, 8, (view, at) => {
    const value = Number(view.getBigInt64(at, true))
    if (!Number.isSafeInteger(value)) throw new RangeError(`a 64-bit integer must be below 2^53, got ${value}`)
    return value
  })

/** @throws {RangeError} if the bytes are no whole number of values. */
export const float32From = (bytes: Uint8Array): Float32Array => floatsFromBytes(whole(bytes, 4), 'F32')

/** @throws {RangeError} if the bytes are no whole number of values. */
export const bfloat16From = (bytes: Uint8Array): Float32Array => floatsFromBytes(whole(bytes, 2), 'BF16')

function valuesOf(bytes: Uint8Array, size: number, read: (view: DataView, at: number) => number): number[] {
  whole(bytes, size)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.length / size }, (_, index) => read(view, index * size))
}

function whole(bytes: Uint8Array, size: number): Uint8Array {
  if (bytes.length % size === 0) return bytes
  throw new RangeError(`a tensor of ${size} bytes a value must have a multiple of them, got ${bytes.length}`)
}
