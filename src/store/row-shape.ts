/** The rows of a store: columns of numbers, each of one type. */
export type ColumnType = 'float32' | 'float64' | 'int32' | 'uint8'

/** One number a row, or `size` of them. */
export type ColumnShape = ColumnType | { readonly type: ColumnType; readonly size: number }

/** By the name of the column, e.g. `{ observation: { type: 'float32', size: 4 }, action: 'int32' }`. */
export type RowShape = Readonly<Record<string, ColumnShape>>

export interface NumberArrays {
  readonly float32: Float32Array
  readonly float64: Float64Array
  readonly int32: Int32Array
  readonly uint8: Uint8Array
}

/** Rows by column, each [rows × size]. */
export type RowsOf<Shape extends RowShape> = {
  readonly [Name in keyof Shape]: Shape[Name] extends ColumnType
    ? NumberArrays[Shape[Name]]
    : Shape[Name] extends { readonly type: infer Type extends ColumnType }
      ? NumberArrays[Type]
      : never
}

const classes = { float32: Float32Array, float64: Float64Array, int32: Int32Array, uint8: Uint8Array } as const

/** One column of any type: what all of them have in common. */
export type Numbers = NumberArrays[ColumnType]

export interface ColumnLayout {
  readonly name: string
  readonly type: ColumnType
  /** Numbers a row. */
  readonly size: number
  /** Bytes a row. */
  readonly bytes: number
  /** @param values zeros of that length, or the values of bytes that it takes over. */
  readonly make: (values: number | ArrayBufferLike) => Numbers
}

/** @throws {RangeError} if there is no column, a type is unknown, or a size is not a positive integer. */
export function columnsOf(shape: RowShape): readonly ColumnLayout[] {
  const columns = Object.entries(shape).map(([name, column]) => {
    const { type, size } = typeof column === 'string' ? { type: column, size: 1 } : column
    const known = Object.keys(classes)
    if (!known.includes(type))
      throw new RangeError(`the type of column ${name} must be one of ${known.join(', ')}, got ${type}`)
    if (!Number.isInteger(size) || size < 1)
      throw new RangeError(`the size of column ${name} must be a positive integer, got ${size}`)
    const Class = classes[type]
    /* The classes take shared memory too, which their joint type does not say. */
    const make = (values: number | ArrayBufferLike): Numbers =>
      typeof values === 'number' ? new Class(values) : new Class(values as ArrayBuffer)
    return { name, type, size, bytes: size * Class.BYTES_PER_ELEMENT, make }
  })
  if (columns.length === 0) throw new RangeError('the shape must have at least one column, got none')
  return columns
}
