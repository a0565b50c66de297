/**
 * The GGUF format, as llama.cpp reads and writes it: a header of named values and of named tensors, then the tensors' bytes.
 * Source: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 */
import { shortened } from '../../text/preview.ts'
import { nth } from '../../math/nth.ts'
import { blockBytes, floatsOf, isBlockType, type BlockType } from './blocks.ts'
import type { Tensor } from '../../contracts/models/device.ts'
import { elements } from '../tensors/tensors.ts'

/** 64-bit integers are numbers here; those beyond 2^53 lose their last digits. */
export type GgufValue = number | boolean | string | readonly GgufValue[]

interface GgufFile {
  readonly values: ReadonlyMap<string, GgufValue>
  /** As float32, rows first as everywhere here; the file has the order reversed. */
  readonly tensors: Readonly<Record<string, Tensor>>
}

export const magic = 'GGUF'
export const defaultAlignment = 32

interface Entry {
  readonly name: string
  readonly shape: readonly number[]
  readonly type: BlockType
  /** From where the tensors begin, bytes. */
  readonly offset: number
}

/**
 * @param source what to call the file in errors.
 * @throws {RangeError} if the file is none of version 2 or 3, is cut short, or has a tensor of a type that is not read; named.
 */
export function readGguf(bytes: Uint8Array, source: string): GgufFile {
  const refuse = (reason: string): never => {
    throw new RangeError(`${source} is not a usable GGUF file: ${shortened(reason)}`)
  }
  const read = reader(bytes, refuse)
  if (bytes.length < 4 || new TextDecoder().decode(bytes.subarray(0, 4)) !== magic)
    refuse(`it does not begin with ${magic}`)
  read.skip(4)
  const version = read.uint32()
  if (version !== 2 && version !== 3) refuse(`version must be 2 or 3, got ${version}`)
  const tensorCount = read.count()
  const valueCount = read.count()
  const values = new Map<string, GgufValue>()
  for (let index = 0; index < valueCount; index += 1) values.set(read.text(), valueOf(read, read.uint32()))
  const entries = Array.from({ length: tensorCount }, (): Entry => {
    const name = read.text()
    const shape = Array.from({ length: read.uint32() }, () => read.count()).reverse()
    const type = read.uint32()
    if (!isBlockType(type)) return refuse(`tensor ${name} is of type ${type}, which is not read`)
    return { name, shape, type, offset: read.count() }
  })
  const alignment = values.get('general.alignment') ?? defaultAlignment
  if (typeof alignment !== 'number' || alignment < 1) return refuse(`general.alignment is ${String(alignment)}`)
  const start = Math.ceil(read.place() / alignment) * alignment
  const tensors: Record<string, Tensor> = {}
  for (const { name, shape, type, offset } of entries) {
    const length = blockBytes(type, elements(shape))
    if (!Number.isInteger(length)) return refuse(`tensor ${name}: [${shape.join(', ')}] is no whole number of blocks`)
    const end = start + offset + length
    if (end > bytes.length) return refuse(`it ends inside tensor ${name}: ${bytes.length} bytes found, ${end} wanted`)
    tensors[name] = { shape, data: floatsOf(bytes.subarray(start + offset, end), type) }
  }
  return { values, tensors }
}

type Reader = ReturnType<typeof reader>

function reader(bytes: Uint8Array, refuse: (reason: string) => never) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const decoder = new TextDecoder()
  let at = 0
  const take = (length: number): number => {
    const from = at
    at += length
    if (at > bytes.length) refuse(`it ends inside its header: ${bytes.length} bytes found, at least ${at} wanted`)
    return from
  }
  const count = (): number => Number(view.getBigUint64(take(8), true))
  return {
    place: () => at,
    skip: (length: number) => void take(length),
    uint32: () => view.getUint32(take(4), true),
    count,
    text: () => {
      const length = count()
      return decoder.decode(bytes.subarray(take(length), at))
    },
    /** Numbers by the type's number in the format. */
    numbers: [
      () => view.getUint8(take(1)),
      () => view.getInt8(take(1)),
      () => view.getUint16(take(2), true),
      () => view.getInt16(take(2), true),
      () => view.getUint32(take(4), true),
      () => view.getInt32(take(4), true),
      () => view.getFloat32(take(4), true),
    ],
    longs: {
      10: count,
      11: () => Number(view.getBigInt64(take(8), true)),
      12: () => view.getFloat64(take(8), true),
    },
    refuse,
  }
}

const boolean = 7
const text = 8
const list = 9

function valueOf(read: Reader, type: number): GgufValue {
  if (type < boolean) return nth(read.numbers, type)()
  if (type === boolean) return nth(read.numbers, 0)() !== 0
  if (type === text) return read.text()
  if (type === 10 || type === 11 || type === 12) return read.longs[type]()
  if (type !== list) return read.refuse(`a value is of type ${type}, which the format does not have`)
  const inner = read.uint32()
  const values: GgufValue[] = []
  for (let left = read.count(); left > 0; left -= 1) values.push(valueOf(read, inner))
  return values
}
