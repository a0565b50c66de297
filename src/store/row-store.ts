/** A replay buffer: a bounded ring of rows of numbers, sampled by key. */
import { nth } from '../math/nth.ts'
import { randomFrom, type Key } from '../math/random.ts'
import { columnsOf, type ColumnLayout, type Numbers, type RowShape, type RowsOf } from './row-shape.ts'

export interface StoreOptions<Shape extends RowShape> {
  readonly shape: Shape
  /** Most rows that it holds, at least 1; their memory is taken at once. */
  readonly capacity: number
}

export interface RowStore<Shape extends RowShape> {
  readonly name: string
  readonly capacity: number
  /** Rows that it holds, at most `capacity`. */
  readonly rows: number
  /** Rows that were ever appended. */
  readonly appended: number
  /**
   * Copies rows behind those that are there; where it is full, each takes the place of the oldest.
   *
   * @returns rows that were overwritten, those of the given ones that later ones overwrote included.
   * @throws {RangeError} if a column is missing, unknown, of another type or of another length: then nothing is appended.
   */
  readonly append: (rows: RowsOf<Shape>) => number
  /**
   * Copies `count` rows that are drawn uniformly, one more than once perhaps: by the key and the rows that it holds alone.
   *
   * @throws {RangeError} if `count` is not a positive integer, or the store is empty.
   */
  readonly sample: (key: Key, count: number) => RowsOf<Shape>
  /** Copies the rows in [from, to); 0 is the oldest that it holds. @throws {RangeError} if there are none such. */
  readonly read: (from: number, to: number) => RowsOf<Shape>
}

/** Rows with which a store begins, and how many were appended before. */
interface KeptRows {
  readonly appended: number
  /** Oldest first. */
  readonly columns: readonly Numbers[]
}

/** @throws {RangeError} if the capacity is not a positive integer, or the shape is none. */
export function createRowStore<const Shape extends RowShape>(
  name: string,
  { shape, capacity }: StoreOptions<Shape>,
  kept?: KeptRows,
): RowStore<Shape> {
  if (!Number.isSafeInteger(capacity) || capacity < 1)
    throw new RangeError(`the capacity of store ${name} must be a positive integer, got ${capacity}`)
  const columns = columnsOf(shape)
  const ring = columns.map(({ make, size }) => make(capacity * size))
  let rows = 0
  let appended = 0

  const write = (given: readonly Numbers[], count: number): void => {
    /* Of more rows than there is room for the last ones stay. */
    const first = Math.max(0, count - capacity)
    for (let row = first; row < count;) {
      const place = (appended + row) % capacity
      const run = Math.min(count - row, capacity - place)
      columns.forEach(({ size }, index) =>
        nth(ring, index).set(nth(given, index).subarray(row * size, (row + run) * size), place * size),
      )
      row += run
    }
    rows = Math.min(capacity, rows + count)
    appended += count
  }
  /** @param places of rows, 0 is the oldest. */
  const gather = (count: number, places: (index: number) => number): RowsOf<Shape> => {
    const oldest = appended - rows
    const found = columns.map(({ make, size }) => make(count * size))
    for (let row = 0; row < count; row += 1) {
      const place = (oldest + places(row)) % capacity
      columns.forEach(({ size }, index) =>
        nth(found, index).set(nth(ring, index).subarray(place * size, (place + 1) * size), row * size),
      )
    }
    /* The columns were made by the shape. */
    return Object.fromEntries(columns.map(({ name: column }, index) => [column, nth(found, index)])) as RowsOf<Shape>
  }
  if (kept !== undefined) {
    const { size } = nth(columns, 0)
    const count = nth(kept.columns, 0).length / size
    appended = kept.appended - count
    write(kept.columns, count)
  }

  return {
    name,
    capacity,
    get rows() {
      return rows
    },
    get appended() {
      return appended
    },
    append: given => {
      /* Whatever the shape is, its rows are numbers by column. */
      const { values, count } = checkedRows(name, columns, given as Readonly<Record<string, Numbers>>)
      const overwritten = Math.max(0, rows + count - capacity)
      write(values, count)
      return overwritten
    },
    sample: (key, count) => {
      if (!Number.isInteger(count) || count < 1)
        throw new RangeError(`the number of rows sampled of store ${name} must be a positive integer, got ${count}`)
      if (rows === 0) throw new RangeError(`store ${name} is empty: there is nothing to sample`)
      const random = randomFrom(key)
      return gather(count, () => random.integer(rows))
    },
    read: (from, to) => {
      if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to < from || to > rows)
        throw new RangeError(`the rows read of store ${name} must be within [0, ${rows}), got [${from}, ${to})`)
      return gather(to - from, row => from + row)
    },
  }
}

/** @throws {RangeError} as `append`. */
function checkedRows(
  name: string,
  columns: readonly ColumnLayout[],
  given: Readonly<Record<string, Numbers | undefined>>,
): { readonly values: readonly Numbers[]; readonly count: number } {
  const names = columns.map(column => column.name)
  const unknown = Object.keys(given).find(column => !names.includes(column))
  if (unknown !== undefined)
    throw new RangeError(`the columns of store ${name} are ${names.join(', ')}, got one named ${unknown}`)
  const count = (given[nth(names, 0)]?.length ?? 0) / nth(columns, 0).size
  const values = columns.map(({ name: column, type, size, make }) => {
    const found = given[column]
    const wanted = make(0)[Symbol.toStringTag]
    if (found?.[Symbol.toStringTag] !== wanted)
      throw new RangeError(
        `column ${column} of store ${name} must be of ${type}, a ${wanted}, got ${found?.[Symbol.toStringTag] ?? 'none'}`,
      )
    if (!Number.isInteger(count) || found.length !== count * size)
      throw new RangeError(
        `column ${column} of store ${name} must hold whole rows of ${size}, as many as the others, got ${found.length} numbers`,
      )
    return found
  })
  return { values, count }
}
