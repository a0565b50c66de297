import { readFile } from 'node:fs/promises'
import { endings } from '../contracts/worlds/vector-world.ts'
import { readMinari } from './minari.ts'
import { readNumberColumns } from './parquet-columns.ts'
import { columnsOf } from './row-shape.ts'
import { transitionShape, type Transitions, type TransitionSizes } from './transitions.ts'

/**
 * Offline data: a Parquet file with the columns of `transitionShape`, such as a store's own, or a data set of Minari (`.hdf5`).
 *
 * @throws {RangeError} if a column is missing or of another size, or has a number that is not finite or no ending.
 */
export async function readTransitions(path: string, sizes: TransitionSizes): Promise<Transitions> {
  const data = await (/\.(hdf5|h5)$/.test(path) ? readMinari : readParquet)(path, sizes)
  for (const [name, values] of Object.entries(data)) {
    const wanted = name === 'ending' ? `one of ${Object.values(endings).join(', ')}` : 'finite'
    const odd = values.find(value => !(name === 'ending' ? value <= endings.truncated : Number.isFinite(value)))
    if (odd !== undefined) throw new RangeError(`each ${name} of ${path} must be ${wanted}, got ${odd}`)
  }
  return data
}

async function readParquet(path: string, sizes: TransitionSizes): Promise<Transitions> {
  if (!path.endsWith('.parquet'))
    throw new RangeError(`offline data must be a file that ends with .parquet or .hdf5, got ${path}`)
  const { rows, rowsOf } = await readNumberColumns(await readFile(path), path)
  const columns = columnsOf(transitionShape(sizes)).map(column => [column.name, rowsOf(column, rows)] as const)
  /* The columns are those of the shape. */
  return Object.fromEntries(columns) as unknown as Transitions
}
