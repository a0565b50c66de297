import { reasonOf } from '../contracts/failure.ts'
import { endings } from '../contracts/worlds/vector-world.ts'
import { readIfThere } from '../files/read-if-there.ts'
import { readMinari } from './minari.ts'
import { readNumberColumns } from './parquet-columns.ts'
import { columnsOf } from './row-shape.ts'
import { transitionShape, type Transitions, type TransitionSizes } from './transitions.ts'

/**
 * Offline data: a Parquet file with the columns of `transitionShape`, such as a store's own, or a data set of Minari (`.hdf5`).
 *
 * @throws {RangeError} if there is no such file, a column is missing or of another size, or has a number that is not finite or no ending.
 */
export async function readTransitions(path: string, sizes: TransitionSizes): Promise<Transitions> {
  const read = /\.(hdf5|h5)$/.test(path) ? readMinari : path.endsWith('.parquet') ? readParquet : null
  if (read === null) throw new RangeError(`offline data must be a file that ends with .parquet or .hdf5, got ${path}`)
  const bytes = await readIfThere(path)
  if (bytes === undefined) throw new RangeError(`offline data must be a file, got ${path}, which is not there`)
  const data = await read(bytes, path, sizes)
  for (const [name, values] of Object.entries(data)) {
    const wanted = name === 'ending' ? `one of ${Object.values(endings).join(', ')}` : 'finite'
    const odd = values.find(value => !(name === 'ending' ? value <= endings.truncated : Number.isFinite(value)))
    if (odd !== undefined) throw new RangeError(`each ${name} of ${path} must be ${wanted}, got ${odd}`)
  }
  return data
}

async function readParquet(bytes: Uint8Array, path: string, sizes: TransitionSizes): Promise<Transitions> {
  const { rows, rowsOf } = await readNumberColumns(bytes, path).catch((thrown: unknown) => {
    throw new RangeError(`${path} must be a Parquet file: ${reasonOf(thrown)}`, { cause: thrown })
  })
  const columns = columnsOf(transitionShape(sizes)).map(column => [column.name, rowsOf(column, rows)] as const)
  /* The columns are those of the shape. */
  return Object.fromEntries(columns) as unknown as Transitions
}
