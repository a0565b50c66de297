/** A replay buffer: a bounded ring of rows of numbers in shared memory, sampled by key. */
import { copyRow } from './copy-row.ts'
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
  /** Rows that were ever appended: the number of the next one. */
  readonly appended: number
  /** Appends and writes so far. */
  readonly changes: number
  /** By column; row n is at place n modulo `capacity`. Other threads may read it, between changes. */
  readonly memory: Readonly<Record<keyof Shape, SharedArrayBuffer>>
  /**
   * Copies rows behind those that are there; where it is full, each takes the place of the oldest.
   *
   * @returns rows that were overwritten, those of the given ones that later ones overwrote included.
   * @throws {RangeError} if a column is missing, unknown, of another type or of another length: then nothing is appended.
   */
  readonly append: (rows: RowsOf<Shape>) => number
  /**
   * Replaces some columns of rows that are there, e.g. rewards that were computed later.
   *
   * @param number of the first of them, as `appended` was before it came.
   * @returns how many; those that have been overwritten since are left out.
   * @throws {RangeError} as `append`, or if a row has not been appended yet.
   */
  readonly write: (number: number, columns: Partial<RowsOf<Shape>>) => number
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
export interface KeptRows {
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
  const { memory, put, gather: gatherFrom } = createRing(columns, capacity)
  let [rows, appended, changes] = [0, 0, 0]

  const add = (given: readonly Numbers[], count: number): void => {
    /* Of more rows than there is room for the last ones stay. */
    put(given, appended, count, Math.max(0, count - capacity))
    rows = Math.min(capacity, rows + count)
    appended += count
  }
  /** @param places of rows, 0 is the oldest. */
  const gather = (count: number, places: (index: number) => number): RowsOf<Shape> =>
    /* The columns were made by the shape. */
    Object.fromEntries(gatherFrom(count, index => appended - rows + places(index))) as RowsOf<Shape>
  if (kept !== undefined) {
    const { size } = nth(columns, 0)
    const count = nth(kept.columns, 0).length / size
    appended = kept.appended - count
    add(kept.columns, count)
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
    get changes() {
      return changes
    },
    /* One buffer a column of the shape. */
    memory: memory as Record<keyof Shape, SharedArrayBuffer>,
    append: given => {
      /* Whatever the shape is, its rows are numbers by column. */
      const { values, count } = checkedRows(name, columns, given as Readonly<Record<string, Numbers>>)
      const overwritten = Math.max(0, rows + count - capacity)
      add(values, count)
      changes += 1
      return overwritten
    },
    write: (number, given) => {
      const some = columns.filter(({ name: column }) => Object.hasOwn(given, column))
      const { values, count } = checkedRows(name, some, given as Readonly<Record<string, Numbers>>, columns)
      if (!Number.isInteger(number) || number < 0 || number + count > appended)
        throw new RangeError(
          `the rows written of store ${name} must be within [0, ${appended}), got [${number}, ${number + count})`,
        )
      const skipped = Math.min(count, Math.max(0, appended - rows - number))
      const byColumn = new Map(some.map((column, index) => [column, nth(values, index)]))
      put(
        columns.map(column => byColumn.get(column)),
        number,
        count,
        skipped,
      )
      changes += 1
      return count - skipped
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

interface Ring {
  /** By column. */
  readonly memory: Readonly<Record<string, SharedArrayBuffer>>
  /** @param first number of the first row. @param skipped rows of the given ones that are left out. */
  readonly put: (given: readonly (Numbers | undefined)[], first: number, count: number, skipped: number) => void
  /** Copies of rows, by column. @param numbers of the rows. */
  readonly gather: (count: number, numbers: (index: number) => number) => readonly (readonly [string, Numbers])[]
}

/** The memory of rows: row n is at place n modulo `capacity`. */
function createRing(columns: readonly ColumnLayout[], capacity: number): Ring {
  const buffers = columns.map(({ name, bytes }) => [name, new SharedArrayBuffer(capacity * bytes)] as const)
  const ring = columns.map(({ make }, index) => make(nth(buffers, index)[1]))
  return {
    memory: Object.fromEntries(buffers),
    put: (given, first, count, skipped) => {
      for (let row = skipped; row < count;) {
        const place = (first + row) % capacity
        const run = Math.min(count - row, capacity - place)
        columns.forEach(({ size }, index) => {
          const values = given[index]
          if (values !== undefined) nth(ring, index).set(values.subarray(row * size, (row + run) * size), place * size)
        })
        row += run
      }
    },
    gather: (count, numbers) => {
      const found = columns.map(({ make, size }) => make(count * size))
      for (let row = 0; row < count; row += 1) {
        const place = numbers(row) % capacity
        columns.forEach(({ size }, index) =>
          copyRow(nth(found, index), row * size, nth(ring, index), place * size, size),
        )
      }
      return columns.map(({ name }, index) => [name, nth(found, index)] as const)
    },
  }
}

/** @throws {RangeError} as `append`. */
function checkedRows(
  name: string,
  columns: readonly ColumnLayout[],
  given: Readonly<Record<string, Numbers | undefined>>,
  all = columns,
): { readonly values: readonly Numbers[]; readonly count: number } {
  const names = all.map(column => column.name)
  const unknown = Object.keys(given).find(column => !names.includes(column))
  if (unknown !== undefined)
    throw new RangeError(`the columns of store ${name} are ${names.join(', ')}, got one named ${unknown}`)
  const [first] = columns
  if (first === undefined) throw new RangeError(`the columns written of store ${name} must be at least one, got none`)
  const count = (given[first.name]?.length ?? 0) / first.size
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
