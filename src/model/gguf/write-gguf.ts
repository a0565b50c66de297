import type { Tensor } from '../../contracts/models/device.ts'
import { littleEndianBytes } from '../tensors/float-bytes.ts'
import { float32Type } from './blocks.ts'
import { defaultAlignment, magic } from './read-gguf.ts'

/** A value with the type that readers ask for. */
export type TypedValue =
  | { readonly uint32: number }
  | { readonly float32: number }
  | { readonly boolean: boolean }
  | { readonly text: string }
  | { readonly texts: readonly string[] }
  | { readonly int32s: readonly number[] }

const version = 3
/** Of the types of values in the format. */
const numbers = { uint32: 4, int32: 5, float32: 6, boolean: 7, text: 8, list: 9 } as const

/**
 * A file of float32 tensors: its pieces, one after the other, so that a large one need not be held twice.
 *
 * @param tensors rows first, as everywhere here.
 */
export function* ggufPieces(
  values: ReadonlyMap<string, TypedValue>,
  tensors: ReadonlyMap<string, Tensor>,
): Generator<Uint8Array> {
  const write = writer()
  write.bytes(new TextEncoder().encode(magic))
  write.uint32(version)
  write.count(tensors.size)
  write.count(values.size)
  for (const [name, value] of values) {
    write.text(name)
    writeValue(write, value)
  }
  let offset = 0
  for (const [name, { shape, data }] of tensors) {
    write.text(name)
    write.uint32(shape.length)
    for (const size of shape.toReversed()) write.count(size)
    write.uint32(float32Type)
    write.count(offset)
    offset += data.byteLength + paddingOf(data.byteLength)
  }
  const header = write.done()
  yield header
  yield new Uint8Array(paddingOf(header.length))
  for (const { data } of tensors.values()) {
    yield littleEndianBytes(data)
    yield new Uint8Array(paddingOf(data.byteLength))
  }
}

const paddingOf = (length: number): number => (defaultAlignment - (length % defaultAlignment)) % defaultAlignment

function writeValue(write: Writer, value: TypedValue): void {
  if ('uint32' in value) {
    write.uint32(numbers.uint32)
    write.uint32(value.uint32)
  } else if ('float32' in value) {
    write.uint32(numbers.float32)
    write.float32(value.float32)
  } else if ('boolean' in value) {
    write.uint32(numbers.boolean)
    write.bytes(Uint8Array.of(value.boolean ? 1 : 0))
  } else if ('text' in value) {
    write.uint32(numbers.text)
    write.text(value.text)
  } else if ('texts' in value) {
    write.list(numbers.text, value.texts.length)
    for (const text of value.texts) write.text(text)
  } else {
    write.list(numbers.int32, value.int32s.length)
    for (const number of value.int32s) write.uint32(number)
  }
}

type Writer = ReturnType<typeof writer>

function writer() {
  const pieces: Uint8Array[] = []
  const number = (size: number, set: (view: DataView) => void): void => {
    const bytes = new Uint8Array(size)
    set(new DataView(bytes.buffer))
    pieces.push(bytes)
  }
  const uint32 = (value: number): void => number(4, view => view.setUint32(0, value, true))
  const count = (value: number): void => number(8, view => view.setBigUint64(0, BigInt(value), true))
  return {
    bytes: (bytes: Uint8Array) => void pieces.push(bytes),
    uint32,
    count,
    float32: (value: number) => number(4, view => view.setFloat32(0, value, true)),
    text: (text: string) => {
      const bytes = new TextEncoder().encode(text)
      count(bytes.length)
      pieces.push(bytes)
    },
    list: (type: number, length: number) => {
      uint32(numbers.list)
      uint32(type)
      count(length)
    },
    done: (): Uint8Array => Buffer.concat(pieces),
  }
}
