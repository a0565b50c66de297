/**
 * The safetensors format: eight bytes of header length, a JSON header, then the tensors' bytes without gaps.
 * Source: https://github.com/huggingface/safetensors#format
 */
import { z } from 'zod'
import type { Tensor } from '../../contracts/models/device.ts'
import { floatsFromBytes, littleEndianBytes, type Dtype } from './float-bytes.ts'
import { elements } from './tensors.ts'
import { reasonOf } from '../../contracts/failure.ts'
import { parsed } from '../../text/parsed.ts'
import { shortened } from '../../text/preview.ts'

interface TensorFile {
  readonly tensors: Readonly<Record<string, Tensor>>
  readonly metadata: Readonly<Record<string, string>>
}

/** A header longer than this is refused, as the original reader does. */
const longestHeader = 100_000_000

/** Tensors by name as the bytes of a safetensors file, float32, sorted by name, aligned to 8 bytes. */
export function encodeSafetensors({ tensors, metadata }: TensorFile): Uint8Array {
  const sorted = Object.entries(tensors).sort(([a], [b]) => (a < b ? -1 : 1))
  const header: Record<string, unknown> = { __metadata__: metadata }
  let offset = 0
  for (const [name, { shape, data }] of sorted) {
    if (elements(shape) !== data.length) {
      throw new RangeError(`tensor ${name}: ${data.length} numbers do not fill the shape [${shape.join(', ')}]`)
    }
    header[name] = { dtype: 'F32', shape, data_offsets: [offset, offset + 4 * data.length] }
    offset += 4 * data.length
  }
  const text = new TextEncoder().encode(JSON.stringify(header))
  const headerLength = Math.ceil(text.length / 8) * 8
  const bytes = new Uint8Array(8 + headerLength + offset)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(headerLength), true)
  bytes.fill(0x20, 8, 8 + headerLength)
  bytes.set(text, 8)
  let at = 8 + headerLength
  for (const [, { data }] of sorted) {
    bytes.set(littleEndianBytes(data), at)
    at += data.byteLength
  }
  return bytes
}

const entrySchema = z.object({
  dtype: z.string(),
  shape: z.array(z.int().nonnegative()),
  data_offsets: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
})
const headerSchema = z.object({ __metadata__: z.record(z.string(), z.string()).optional() }).catchall(z.unknown())

/**
 * Reads a safetensors file of float32, float16 or bfloat16 tensors, all as float32.
 *
 * @param source what to call the file in errors.
 * @throws {RangeError} if the file is cut short, its header is not of the format, its tensors overlap, leave gaps or do
 * not fill their shapes, or are of another type of number; the tensor is named.
 */
export function decodeSafetensors(bytes: Uint8Array, source: string): TensorFile {
  const refused = `${source} is not a usable safetensors file: `
  const refuse = (what: string): never => {
    throw new RangeError(refused + shortened(what))
  }
  if (bytes.length < 8) refuse(`it has ${bytes.length} bytes, fewer than the 8 that say how long the header is`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerLength = Number(view.getBigUint64(0, true))
  if (headerLength > longestHeader) refuse(`its header would be ${headerLength} bytes long`)
  if (8 + headerLength > bytes.length) {
    refuse(`it ends inside its header: ${bytes.length} bytes found, at least ${8 + headerLength} wanted`)
  }
  const header = parseHeader(bytes.subarray(8, 8 + headerLength), refuse)
  const { __metadata__: metadata = {}, ...rest } = parsed(`${refused}its header`, headerSchema, header)
  const body = bytes.subarray(8 + headerLength)

  const entries = Object.entries(rest).map(([name, value]) => ({
    name,
    ...parsed(`${refused}tensor ${shortened(name)}`, entrySchema, value),
  }))
  entries.sort((a, b) => a.data_offsets[0] - b.data_offsets[0] || a.data_offsets[1] - b.data_offsets[1])

  const tensors: Record<string, Tensor> = {}
  let end = 0
  for (const { name, dtype, shape, data_offsets } of entries) {
    const [from, to] = data_offsets
    if (!isDtype(dtype)) return refuse(`tensor ${name} is of type ${dtype}, wanted F32, F16 or BF16`)
    if (from !== end)
      refuse(`tensor ${name} starts at byte ${from}, wanted ${end}: tensors must not overlap or leave gaps`)
    const wanted = elements(shape) * bytesOf[dtype]
    if (to - from !== wanted) {
      refuse(`tensor ${name} has ${to - from} bytes, wanted ${wanted} for [${shape.join(', ')}] of ${dtype}`)
    }
    if (to > body.length)
      refuse(`it ends inside tensor ${name}: ${body.length} bytes of tensors found, at least ${to} wanted`)
    tensors[name] = { shape, data: floatsFromBytes(body.subarray(from, to), dtype) }
    end = to
  }
  if (end !== body.length) refuse(`${body.length - end} bytes after its last tensor`)
  return { tensors, metadata }
}

const bytesOf: Readonly<Record<Dtype, number>> = { F32: 4, F16: 2, BF16: 2 }

function isDtype(dtype: string): dtype is Dtype {
  return Object.hasOwn(bytesOf, dtype)
}

function parseHeader(bytes: Uint8Array, refuse: (what: string) => never): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    return refuse(`its header is not JSON: ${reasonOf(error)}`)
  }
}
