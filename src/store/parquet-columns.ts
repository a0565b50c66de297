import type { ColumnLayout, Numbers } from './row-shape.ts'

interface NumberColumns {
  readonly rows: number
  readonly metadata: ReadonlyMap<string, string>
  readonly names: readonly string[]
  /**
   * One column of a store: of numbers `name`, of lists `name`, or of parts `name.0`, `name.1`, …
   *
   * @param rows how many it must have.
   * @throws {RangeError} if it is missing, or holds something else than so many numbers that it can hold.
   */
  readonly rowsOf: (column: ColumnLayout, rows: number) => Numbers
}

/** Columns of a Parquet file as numbers. */
export async function readNumberColumns(bytes: Uint8Array, source = 'the file'): Promise<NumberColumns> {
  const { parquetMetadata, parquetRead } = await import('hyparquet')
  const file = new Uint8Array(bytes).buffer
  const metadata = parquetMetadata(file)
  const rows = Number(metadata.num_rows)
  const found = new Map<string, unknown[]>()
  await parquetRead({
    ...{ file, metadata },
    onChunk: ({ columnName, columnData, rowStart }) => {
      const values = found.get(columnName) ?? new Array<unknown>(rows)
      for (const [index, value] of Array.from(columnData).entries()) values[rowStart + index] = value
      found.set(columnName, values)
    },
  })
  const pairs = (metadata.key_value_metadata ?? []).map(({ key, value = '' }) => [key, value] as const)
  return {
    ...{ rows, metadata: new Map(pairs), names: [...found.keys()] },
    rowsOf: ({ name, type, size, make }, wanted) => {
      const refuse = (what: string): never => {
        throw new RangeError(`column ${name} of ${source} must be ${wanted} rows of ${size} numbers, got ${what}`)
      }
      if (rows !== wanted) refuse(`${rows} rows`)
      const whole = found.get(name)
      const parts = Array.from({ length: size }, (_, part) => found.get(`${name}.${part}`))
      const result = make(rows * size)
      for (let row = 0; row < rows; row += 1) {
        const values = whole === undefined ? parts.map(part => part?.[row]) : [whole[row]].flat()
        if (values.length !== size) refuse(`${values.length} in row ${row}`)
        for (const [part, value] of values.entries()) {
          /* Of 64 bits, as pandas writes integers. */
          const number = typeof value === 'bigint' ? Number(value) : value
          const place = row * size + part
          result[place] = typeof number === 'number' ? number : refuse(`${String(value)} in row ${row}`)
          if (!type.startsWith('float') && result[place] !== number)
            refuse(`${String(number)} in row ${row}, no ${type}`)
        }
      }
      return result
    },
  }
}
