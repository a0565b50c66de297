/** A store as a Parquet file, oldest row first: `observation.0`, `observation.1`, … where a column has several numbers a row. */
import { z } from 'zod'
import { reasonOf } from '../contracts/failure.ts'
import { emptySeal, sealed, sealOf } from '../files/seal.ts'
import { damageOf } from '../text/damage.ts'
import { readNumberColumns } from './parquet-columns.ts'
import { columnsOf, type ColumnLayout, type Numbers, type RowShape } from './row-shape.ts'
import { createRowStore, type KeptRows, type RowStore, type StoreOptions } from './row-store.ts'

const key = 'rlanything.store'

const headerSchema = z.strictObject({
  capacity: z.int().min(1),
  rows: z.int().min(0),
  appended: z.int().min(0),
  columns: z.array(
    z.strictObject({ name: z.string(), type: z.enum(['float32', 'float64', 'int32', 'uint8']), size: z.int().min(1) }),
  ),
})

/** The rows of a store's file, and what it says of them. */
export interface StoredRows extends KeptRows {
  /** For errors. */
  readonly source: string
  readonly capacity: number
  readonly described: string
}

const parquetTypes = { float32: 'FLOAT', float64: 'DOUBLE', int32: 'INT32', uint8: 'INT32' } as const

/** Names of a column's numbers in files. */
export const partNames = ({ name, size }: Pick<ColumnLayout, 'name' | 'size'>): readonly string[] =>
  size === 1 ? [name] : Array.from({ length: size }, (_, part) => `${name}.${part}`)

/** What the store holds now. The library, many files to load, is imported by who uses it. */
export function storeEncoder({ parquetWriteBuffer }: typeof import('hyparquet-writer')) {
  return <Shape extends RowShape>({ capacity, rows, appended, read }: RowStore<Shape>, shape: Shape): Uint8Array => {
    const columns = columnsOf(shape)
    const held = new Map<string, Numbers>(Object.entries(read(0, rows)))
    const columnData = columns.flatMap(column =>
      partNames(column).map((name, part) => {
        const { size, type } = column
        const data = Array.from({ length: rows }, (_, row) => held.get(column.name)?.[row * size + part] ?? 0)
        return { name, type: parquetTypes[type], data, nullable: false }
      }),
    )
    const described = columns.map(({ name, type, size }) => ({ name, type, size }))
    const header: z.output<typeof headerSchema> = { capacity, rows, appended, columns: described }
    const kvMetadata = [{ key, value: JSON.stringify(header) }, ...emptySeal]
    const options = { codec: 'UNCOMPRESSED', statistics: false } as const
    return sealed(new Uint8Array(parquetWriteBuffer({ columnData, kvMetadata, ...options })))
  }
}

const describe = (columns: readonly Pick<ColumnLayout, 'name' | 'type' | 'size'>[]): string =>
  columns.map(each => `${each.name}: ${each.size} ${each.type}`).join(', ')

/**
 * @param source what to call the bytes in errors.
 * @throws {RangeError} if they are no store, or have changed since they were written.
 */
export async function decodeStore(bytes: Uint8Array, source: string): Promise<StoredRows> {
  const refuse = (what: string): never => {
    throw new RangeError(`${source} cannot be used: ${what}`)
  }
  if (sealOf(bytes) !== 'whole') refuse('it has changed since it was written, by its checksum')
  const { metadata, rowsOf } = await readNumberColumns(bytes)
  const { capacity, rows, appended, columns } = headerOf(metadata.get(key), refuse)
  const layouts = columnsOf(Object.fromEntries(columns.map(({ name, ...column }) => [name, column])))
  return { source, capacity, appended, described: describe(layouts), columns: layouts.map(each => rowsOf(each, rows)) }
}

/** @throws {RangeError} if the store is of another shape or capacity. */
export function storeOf<const Shape extends RowShape>(
  name: string,
  options: StoreOptions<Shape>,
  kept: StoredRows,
): RowStore<Shape> {
  const refuse = (what: string): never => {
    throw new RangeError(`${kept.source} cannot be used: ${what}`)
  }
  const wanted = describe(columnsOf(options.shape))
  if (kept.described !== wanted) refuse(`its rows must be { ${wanted} }, got { ${kept.described} }`)
  if (kept.capacity !== options.capacity) refuse(`its capacity must be ${options.capacity}, got ${kept.capacity}`)
  return createRowStore(name, options, kept)
}

function headerOf(text: string | undefined, refuse: (what: string) => never): z.output<typeof headerSchema> {
  try {
    const { data, error } = headerSchema.safeParse(JSON.parse(text ?? ''), { reportInput: true })
    return error === undefined ? data : refuse(damageOf(error))
  } catch (error) {
    return refuse(`it says nothing of its rows: ${reasonOf(error)}`)
  }
}
