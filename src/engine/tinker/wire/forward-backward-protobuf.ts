/**
 * `tinker_public.ForwardBackwardRequest` and its output as protobuf.
 * Source: descriptors of the `tinker` package 0.38.0; field numbers in brackets below.
 */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { bfloat16From, float32From, int32From, int64Bytes, int64From } from './bytes.ts'
import {
  bytesField,
  doubles,
  integer,
  message,
  packedInt64s,
  readEntry,
  readFields,
  readInt64s,
  textField,
} from '../../../files/protobuf.ts'
import { littleEndianBytes } from '../../../model/tensors/float-bytes.ts'
import { concatenated } from '../../../model/tensors/side-by-side.ts'
import { integersFrom } from './integers.ts'
import type { Datum, ForwardBackwardOutput, ForwardBackwardRequest, TensorData } from './types.ts'

/** DType of the API. */
const float32 = 1
const int64 = 2
const int32 = 3
const bfloat16 = 4

/** model_id [1], seq_id [2], data [3], loss_fn [4], loss_fn_config [5], forward_only [6]. */
export function encodeForwardBackward(request: ForwardBackwardRequest): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter()
  textField(writer, 1, request.modelId)
  integer(writer, 2, request.seqId)
  for (const datum of request.data) message(writer, 3, into => writeDatum(into, datum))
  textField(writer, 4, request.lossFn)
  doubles(writer, 5, request.lossFnConfig)
  if (request.forwardOnly) writer.tag(6, WireType.Varint).bool(true)
  return writer.finish()
}

/** Datum: model_input [1], of Chunk: encoded_text [1]: tokens [1]; loss_fn_inputs [2]. */
function writeDatum(writer: BinaryWriter, { tokens, inputs }: Datum): void {
  message(writer, 1, chunk => message(chunk, 1, encoded => bytesField(encoded, 1, littleEndianBytes(tokens))))
  for (const [name, tensor] of Object.entries(inputs))
    message(writer, 2, entry => {
      textField(entry, 1, name)
      message(entry, 2, into => writeTensor(into, tensor))
    })
}

/** Tensor: dense [1], dtype [3], shape [4]. */
function writeTensor(writer: BinaryWriter, tensor: TensorData): void {
  bytesField(writer, 1, tensor.dtype === 'int64' ? int64Bytes(tensor.data) : littleEndianBytes(tensor.data))
  integer(writer, 3, tensor.dtype === 'int64' ? int64 : float32)
  packedInt64s(writer, 4, tensor.shape)
}

/** @throws {RangeError} naming unsupported parts: images, sparse tensors, unknown types; or if it is no such message. */
export function decodeForwardBackward(bytes: Uint8Array): ForwardBackwardRequest {
  const data: Datum[] = []
  const lossFnConfig: Record<string, number> = {}
  const whole = { modelId: '', seqId: 0, lossFn: '', forwardOnly: false }
  readFields(bytes, {
    1: reader => (whole.modelId = reader.string()),
    2: reader => (whole.seqId = reader.int32()),
    3: reader => data.push(readDatum(reader.bytes())),
    4: reader => (whole.lossFn = reader.string()),
    5: reader => {
      const [name, value] = readEntry(reader.bytes(), entry => entry.double(), 0)
      lossFnConfig[name] = value
    },
    6: reader => (whole.forwardOnly = reader.bool()),
  })
  return { ...whole, data, lossFnConfig }
}

function readDatum(bytes: Uint8Array): Datum {
  const parts: Int32Array[] = []
  const inputs: Record<string, TensorData> = {}
  readFields(bytes, {
    1: reader => parts.push(readChunk(reader.bytes())),
    2: reader => {
      const [name, tensor] = readEntry(reader.bytes(), entry => readTensor(entry.bytes()), null)
      if (tensor !== null) inputs[name] = tensor
    },
  })
  return { tokens: concatenated(Int32Array, parts), inputs }
}

function readChunk(bytes: Uint8Array): Int32Array {
  let tokens: Int32Array = new Int32Array(0)
  const refuse = (what: string) => (): never => {
    throw new RangeError(`a chunk of model_input must be text, got ${what}`)
  }
  readFields(bytes, {
    1: reader => readFields(reader.bytes(), { 1: encoded => (tokens = int32From(encoded.bytes())) }),
    2: refuse('an image'),
    3: refuse('audio'),
  })
  return tokens
}

function readTensor(bytes: Uint8Array): TensorData {
  let dense: Uint8Array = new Uint8Array(0)
  let dtype = 0
  const shape: number[] = []
  readFields(bytes, {
    1: reader => (dense = reader.bytes()),
    2: () => {
      throw new RangeError('a tensor must be dense, got a sparse one')
    },
    3: reader => (dtype = reader.int32()),
    4: reader => readInt64s(reader, shape),
  })
  if (dtype === int64 || dtype === int32) {
    const data = dtype === int64 ? integersFrom('a tensor', int64From(dense)) : int32From(dense)
    return { dtype: 'int64', data, shape }
  }
  return { dtype: 'float32', data: floatsOf(dense, dtype), shape }
}

function floatsOf(bytes: Uint8Array, dtype: number): Float32Array {
  if (dtype === float32) return float32From(bytes)
  if (dtype === bfloat16) return bfloat16From(bytes)
  throw new RangeError(`a tensor of floats must have dtype ${float32} or ${bfloat16}, got ${dtype}`)
}

/**
 * ForwardBackwardOutput: loss_fn_output_type [1], loss_fn_outputs [2], metrics [3]. Its ArrayRecord: fields [2], a map of
 * BatchedTensor, num_datums [3]. BatchedTensor: data [1], offsets [2] in bytes, one more than datums, dtype [3].
 */
export function encodeForwardBackwardOutput({ lossFnOutputType, outputs, metrics }: ForwardBackwardOutput): Uint8Array {
  const writer = new BinaryWriter()
  textField(writer, 1, lossFnOutputType)
  message(writer, 2, record => {
    for (const name of Object.keys(outputs[0] ?? {}))
      message(record, 2, entry => {
        textField(entry, 1, name)
        message(entry, 2, into =>
          writeBatched(
            into,
            outputs.map(output => output[name] ?? new Float32Array(0)),
          ),
        )
      })
    integer(record, 3, outputs.length)
  })
  doubles(writer, 3, metrics)
  return writer.finish()
}

function writeBatched(writer: BinaryWriter, rows: readonly Float32Array[]): void {
  const offsets = [0]
  for (const row of rows) offsets.push((offsets.at(-1) ?? 0) + 4 * row.length)
  bytesField(writer, 1, Buffer.concat(rows.map(littleEndianBytes)))
  bytesField(writer, 2, int64Bytes(offsets))
  integer(writer, 3, float32)
}

/** @throws {RangeError} if it is no such message, or its records do not fit together. */
export function decodeForwardBackwardOutput(bytes: Uint8Array): ForwardBackwardOutput {
  let lossFnOutputType = ''
  const outputs: Readonly<Record<string, Float32Array>>[] = []
  const metrics: Record<string, number> = {}
  readFields(bytes, {
    1: reader => (lossFnOutputType = reader.string()),
    2: reader => outputs.push(...readRecord(reader.bytes())),
    3: reader => {
      const [name, value] = readEntry(reader.bytes(), entry => entry.double(), 0)
      metrics[name] = value
    },
  })
  return { lossFnOutputType, outputs, metrics }
}

function readRecord(bytes: Uint8Array): readonly Readonly<Record<string, Float32Array>>[] {
  const columns: (readonly [name: string, rows: readonly Float32Array[]])[] = []
  let count = 0
  readFields(bytes, {
    2: reader => columns.push(readEntry(reader.bytes(), entry => readBatched(entry.bytes()), [])),
    3: reader => (count = Number(reader.int64())),
  })
  const datums = count === 0 ? (columns[0]?.[1].length ?? 0) : count
  for (const [name, rows] of columns)
    if (rows.length !== datums)
      throw new RangeError(`${name} must have ${datums} rows, one a datum, got ${rows.length}`)
  return Array.from({ length: datums }, (_, index) =>
    Object.fromEntries(columns.map(([name, rows]) => [name, rows[index] ?? new Float32Array(0)])),
  )
}

const valueBytes: Readonly<Record<number, number>> = { [float32]: 4, [int64]: 8, [int32]: 4, [bfloat16]: 2 }

function readBatched(bytes: Uint8Array): readonly Float32Array[] {
  let data: Uint8Array = new Uint8Array(0)
  let offsets: readonly number[] = []
  let dtype = 0
  readFields(bytes, {
    1: reader => (data = reader.bytes()),
    2: reader => (offsets = [...int64From(reader.bytes())]),
    3: reader => (dtype = reader.int32()),
  })
  if (valueBytes[dtype] === undefined) throw new RangeError(`dtype must be from 1 to 4, got ${dtype}`)
  if (offsets.length === 0 || offsets.at(-1) !== data.length)
    throw new RangeError(
      `the last offset of a tensor must be its ${data.length} bytes, got ${offsets.at(-1) ?? 'none'}`,
    )
  return offsets.slice(1).map((end, index) => {
    const row = data.subarray(offsets[index], end)
    if (dtype === int64) return new Float32Array(int64From(row))
    return dtype === int32 ? new Float32Array(int32From(row)) : floatsOf(row, dtype)
  })
}
