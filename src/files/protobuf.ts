/** The fields of a protobuf message, read and written. */
import { BinaryReader, WireType, type BinaryWriter } from '@bufbuild/protobuf/wire'
import { isRangeError } from '../contracts/built-in-error.ts'
import { reasonOf } from '../contracts/failure.ts'

/** Reads one field; its value is the reader's next. */
type ReadField = (reader: BinaryReader) => void

/** Reads every field of a message that is named by number, and skips the others. @throws {RangeError} if it is cut off or no message. */
export function readFields(bytes: Uint8Array, fields: Readonly<Record<number, ReadField>>): void {
  const reader = new BinaryReader(bytes)
  try {
    while (reader.pos < reader.len) {
      const [number, type] = reader.tag()
      const read = fields[number]
      if (read === undefined) reader.skip(type, number)
      else read(reader)
    }
  } catch (thrown) {
    if (isRangeError(thrown)) throw thrown
    throw new RangeError(`the bytes are no protobuf message: ${reasonOf(thrown)}`, { cause: thrown })
  }
}

/** One entry of a map, whose key is text. */
export function readEntry<T>(bytes: Uint8Array, read: (reader: BinaryReader) => T, absent: T): readonly [string, T] {
  let key = ''
  let value = absent
  readFields(bytes, { 1: reader => (key = reader.string()), 2: reader => (value = read(reader)) })
  return [key, value]
}

/** A repeated int64: packed, or one field a value. */
export function readInt64s(reader: BinaryReader, into: number[]): void {
  const end = reader.uint32() + reader.pos
  while (reader.pos < end) into.push(Number(reader.int64()))
}

export function message(writer: BinaryWriter, field: number, write: (into: BinaryWriter) => unknown): void {
  writer.tag(field, WireType.LengthDelimited).fork()
  write(writer)
  writer.join()
}

export const textField = (writer: BinaryWriter, field: number, value: string): BinaryWriter =>
  writer.tag(field, WireType.LengthDelimited).string(value)

export const bytesField = (writer: BinaryWriter, field: number, value: Uint8Array): BinaryWriter =>
  writer.tag(field, WireType.LengthDelimited).bytes(value)

/** Left out if it is 0. */
export function integer(writer: BinaryWriter, field: number, value: number): void {
  if (value !== 0) writer.tag(field, WireType.Varint).int64(value)
}

/** Left out if empty. */
export function packedInt64s(writer: BinaryWriter, field: number, values: readonly number[]): void {
  if (values.length === 0) return
  message(writer, field, into => {
    for (const value of values) into.int64(value)
  })
}

/** A map of text to doubles. */
export function doubles(writer: BinaryWriter, field: number, values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values))
    message(writer, field, entry => {
      textField(entry, 1, name)
      entry.tag(2, WireType.Bit64).double(value)
    })
}
