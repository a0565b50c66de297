/**
 * The part of the ONNX file format that a graph of ours needs, written by hand: a dozen fields.
 * Source: onnx.proto3 of ONNX 1.17 (field numbers in brackets below).
 */
import { types } from 'node:util'
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { message, textField } from '../../files/protobuf.ts'
import { concatenated } from '../../model/tensors/side-by-side.ts'

export type Attribute = number | readonly number[] | { readonly float: number } | { readonly text: string }

export interface Node {
  /** With its domain before a last point, where it is not ONNX's own. */
  readonly operator: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes: Readonly<Record<string, Attribute>>
}

export type ElementType = 'float32' | 'int32' | 'int64'

export interface Port {
  readonly name: string
  /** A sequence is a list of tensors; only outputs are. */
  readonly type: ElementType | 'float32 sequence'
  /** A name is a size that is known only when the graph runs; without a shape not even the rank is. */
  readonly shape?: readonly (number | string)[]
}

export interface Constant {
  readonly name: string
  readonly shape: readonly number[]
  readonly data: Float32Array | Int32Array | BigInt64Array
}

export interface GraphFile {
  readonly name: string
  readonly nodes: readonly Node[]
  readonly constants: readonly Constant[]
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
  /** Sizes of values within, where they do not follow from those of the inputs. */
  readonly sizes?: readonly Port[]
}

const irVersion = 8
const operatorSet = 17
/** ONNX Runtime's own operators. */
const extraDomain = 'com.microsoft'
const typeNumbers = { float32: 1, int32: 6, int64: 7 } as const

/** The bytes of an .onnx file: made in one piece of just their length, as constants may be most of the memory there is. */
export function encodeGraph(graph: GraphFile): Uint8Array {
  const body = [encodeBody(graph), ...graph.constants.flatMap(encodeConstant)]
  const length = body.reduce((sum, piece) => sum + piece.length, 0)
  const writer = new BinaryWriter()
  writer.tag(1, WireType.Varint).int64(irVersion)
  message(writer, 8, set => set.tag(2, WireType.Varint).int64(operatorSet))
  message(writer, 8, set => {
    textField(set, 1, extraDomain)
    set.tag(2, WireType.Varint).int64(1)
  })
  writer.tag(7, WireType.LengthDelimited).uint32(length)
  return concatenated(Uint8Array, [writer.finish(), ...body])
}

/** GraphProto without its constants: node [1], name [2], input [11], output [12], value_info [13]. */
function encodeBody(graph: GraphFile): Uint8Array {
  const body = new BinaryWriter()
  for (const node of graph.nodes) message(body, 1, into => writeNode(into, node))
  textField(body, 2, graph.name)
  for (const port of graph.inputs) message(body, 11, into => writePort(into, port))
  for (const port of graph.outputs) message(body, 12, into => writePort(into, port))
  for (const port of graph.sizes ?? []) message(body, 13, into => writePort(into, port))
  return body.finish()
}

/** NodeProto: input [1], output [2], op_type [4], attribute [5], domain [7]. */
function writeNode(writer: BinaryWriter, { operator, inputs, outputs, attributes }: Node): void {
  for (const input of inputs) textField(writer, 1, input)
  for (const output of outputs) textField(writer, 2, output)
  const point = operator.lastIndexOf('.')
  textField(writer, 4, operator.slice(point + 1))
  for (const [name, value] of Object.entries(attributes)) message(writer, 5, into => writeAttribute(into, name, value))
  if (point >= 0) textField(writer, 7, operator.slice(0, point))
}

/** AttributeProto: name [1], f [2], i [3], s [4], ints [8], type [20] (float 1, int 2, string 3, ints 7). */
function writeAttribute(writer: BinaryWriter, name: string, value: Attribute): void {
  textField(writer, 1, name)
  if (typeof value === 'number') {
    writer.tag(3, WireType.Varint).int64(value).tag(20, WireType.Varint).int32(2)
  } else if ('float' in value) {
    writer.tag(2, WireType.Bit32).float(value.float).tag(20, WireType.Varint).int32(1)
  } else if ('text' in value) {
    textField(writer, 4, value.text)
    writer.tag(20, WireType.Varint).int32(3)
  } else {
    for (const item of value) writer.tag(8, WireType.Varint).int64(item)
    writer.tag(20, WireType.Varint).int32(7)
  }
}

/** GraphProto.initializer [5], a TensorProto: dims [1], data_type [2], name [8], raw_data [9]; the numbers are a piece without a copy. */
function encodeConstant({ name, shape, data }: Constant): readonly Uint8Array[] {
  const tensor = new BinaryWriter()
  for (const size of shape) tensor.tag(1, WireType.Varint).int64(size)
  tensor.tag(2, WireType.Varint).int32(typeNumbers[elementTypeOf(data)])
  textField(tensor, 8, name)
  const before = tensor.tag(9, WireType.LengthDelimited).uint32(data.byteLength).finish()
  const field = new BinaryWriter().tag(5, WireType.LengthDelimited).uint32(before.length + data.byteLength)
  return [field.raw(before).finish(), new Uint8Array(data.buffer, data.byteOffset, data.byteLength)]
}

export function elementTypeOf(data: Constant['data']): ElementType {
  if (types.isFloat32Array(data)) return 'float32'
  return types.isInt32Array(data) ? 'int32' : 'int64'
}

/** ValueInfoProto: name [1], type [2], a TypeProto: tensor_type [1] or sequence_type [4]: elem_type [1], a TypeProto. */
function writePort(writer: BinaryWriter, { name, type, shape }: Port): void {
  textField(writer, 1, name)
  message(writer, 2, typed => {
    if (type !== 'float32 sequence') writeTensorType(typed, type, shape)
    else message(typed, 4, list => message(list, 1, item => writeTensorType(item, 'float32', shape)))
  })
}

/** TypeProto.tensor_type [1]: elem_type [1], shape [2]: dim [1]: dim_value [1] or dim_param [2]. */
function writeTensorType(writer: BinaryWriter, type: ElementType, shape: Port['shape']): void {
  message(writer, 1, tensor => {
    tensor.tag(1, WireType.Varint).int32(typeNumbers[type])
    if (shape === undefined) return
    message(tensor, 2, dimensions => {
      for (const size of shape) {
        message(dimensions, 1, into => {
          if (typeof size === 'number') into.tag(1, WireType.Varint).int64(size)
          else textField(into, 2, size)
        })
      }
    })
  })
}
