/** A store as bytes: a line of JSON, then the columns one after another, oldest row first, in the machine's order of bytes. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { reasonOf } from '../contracts/failure.ts'
import { damageOf } from '../text/damage.ts'
import { lookUp } from '../math/look-up.ts'
import { columnsOf, type Numbers, type RowShape } from './row-shape.ts'
import { createRowStore, type RowStore, type StoreOptions } from './row-store.ts'

const headerSchema = z.strictObject({
  format: z.literal('rlanything store 1'),
  capacity: z.int().min(1),
  rows: z.int().min(0),
  appended: z.int().min(0),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string(), size: z.int().min(1) })),
  /** Of all else, hexadecimal. */
  sha256: z.string(),
})

type Header = z.output<typeof headerSchema>

const newline = 0x0a

/** What the store holds now. */
export function encodeStore<Shape extends RowShape>(
  { capacity, rows, appended, read }: RowStore<Shape>,
  shape: Shape,
): Uint8Array {
  const columns = columnsOf(shape)
  const held = new Map<string, Numbers>(Object.entries(read(0, rows)))
  const pieces = columns.map(({ name }) => lookUp(held, name)).map(({ buffer }) => new Uint8Array(buffer))
  const described = columns.map(({ name, type, size }) => ({ name, type, size }))
  const header = { format: 'rlanything store 1' as const, capacity, rows, appended, columns: described }
  const first = `${JSON.stringify({ ...header, sha256: checksum(header, pieces) })}\n`
  return Buffer.concat([Buffer.from(first), ...pieces])
}

/**
 * @param source what to call the bytes in errors.
 * @throws {RangeError} if they are no store or are damaged, or the store is of another shape or capacity.
 */
export function decodeStore<const Shape extends RowShape>(
  bytes: Uint8Array,
  source: string,
  name: string,
  options: StoreOptions<Shape>,
): RowStore<Shape> {
  const refuse = (what: string): never => {
    throw new RangeError(`${source} cannot be used: ${what}`)
  }
  const end = bytes.indexOf(newline)
  if (end < 0) refuse('it has no first line')
  const { sha256, ...header } = headerOf(bytes.subarray(0, end), refuse)
  const { capacity, rows, appended, columns } = header
  const wanted = columnsOf(options.shape)
  const described = (all: readonly { readonly name: string; readonly type: string; readonly size: number }[]): string =>
    all.map(each => `${each.name}: ${each.size} ${each.type}`).join(', ')
  if (described(columns) !== described(wanted))
    refuse(`its rows must be { ${described(wanted)} }, got { ${described(columns)} }`)
  if (capacity !== options.capacity) refuse(`its capacity must be ${options.capacity}, got ${capacity}`)
  const body = bytes.subarray(end + 1)
  const length = rows * wanted.reduce((sum, column) => sum + column.bytes, 0)
  if (body.length !== length) refuse(`its ${rows} rows must have ${length} bytes, got ${body.length}`)
  if (checksum(header, [body]) !== sha256) refuse('it has changed since it was written')
  let at = 0
  const values = wanted.map(column => {
    const from = at
    at += rows * column.bytes
    return column.make(Uint8Array.from(body.subarray(from, at)).buffer)
  })
  return createRowStore(name, options, { appended, columns: values })
}

function headerOf(bytes: Uint8Array, refuse: (what: string) => never): Header {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    return refuse(`its first line is no JSON: ${reasonOf(error)}`)
  }
  const { data, error } = headerSchema.safeParse(value, { reportInput: true })
  return error === undefined ? data : refuse(damageOf(error))
}

function checksum(header: Omit<Header, 'sha256'>, pieces: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(JSON.stringify(header))
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}
