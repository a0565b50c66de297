/**
 * Data sets of Minari (Farama Foundation): a group `episode_N` for each episode, in which `observations` has a row more than the
 * `actions`, `rewards`, `terminations` and `truncations` of its steps. HDF5 is read by the optional package h5wasm.
 */
import { basename } from 'node:path'
import { z } from 'zod'
import { endings } from '../contracts/worlds/vector-world.ts'
import { firstThatLoads } from '../files/optional-package.ts'
import type { TransitionSizes, Transitions } from './transitions.ts'

/** A group has `keys`, a data set `value` and `shape`. */
interface Node {
  readonly keys?: () => readonly string[]
  readonly get?: (path: string) => Node | null
  readonly value?: unknown
  readonly shape?: readonly number[] | null
}

interface Hdf5 {
  readonly ready: Promise<{ readonly FS: FileSystem }>
  readonly File: new (path: string, mode: 'r') => Node & { readonly file_id: bigint; readonly close: () => unknown }
}

interface FileSystem {
  readonly writeFile: (path: string, bytes: Uint8Array) => void
  readonly unlink: (path: string) => void
}

interface Table {
  readonly rows: number
  readonly width: number
  readonly values: ArrayLike<number>
}

/**
 * @param path for errors.
 * @throws {RangeError} if it is no HDF5, or naming a data set that is missing or of another size; {Error} if h5wasm cannot be loaded.
 */
export async function readMinari(bytes: Uint8Array, path: string, sizes: TransitionSizes): Promise<Transitions> {
  const advice = (reasons: string): string =>
    `${path} is read by the package h5wasm, which cannot be loaded (${reasons}); install it: npm install h5wasm`
  const { ready, File } = (await firstThatLoads(['h5wasm'], advice)) as Hdf5
  /* The library reads files of its own memory. */
  const { FS } = await ready
  const copy = `${crypto.randomUUID()}-${basename(path)}`
  FS.writeFile(copy, bytes)
  const file = new File(copy, 'r')
  try {
    if (file.file_id < 0) throw new RangeError(`${path} must be an HDF5 file, got another or a damaged one`)
    const names = (file.keys?.() ?? []).flatMap(name => /^episode_(\d+)$/.exec(name)?.[1] ?? [])
    if (names.length === 0) throw new RangeError(`${path} must have groups named episode_0, episode_1, …, got none`)
    const numbers = names.map(Number).sort((a, b) => a - b)
    return joined(numbers.map(number => episodeOf({ file, path, episode: `episode_${number}` }, sizes)))
  } finally {
    file.close()
    FS.unlink(copy)
  }
}

interface Place {
  readonly file: Node
  /** For errors. */
  readonly path: string
  readonly episode: string
}

function episodeOf(place: Place, { observation, action }: TransitionSizes): Transitions {
  const observations = tableOf(place, 'observations', observation)
  const steps = observations.rows - 1
  const column = (name: string, width = 1): ArrayLike<number> => {
    const { rows, values } = tableOf(place, name, width)
    if (rows === steps) return values
    throw new RangeError(`${place.path}: ${place.episode}/${name} must have ${steps} rows, got ${rows}`)
  }
  const [terminal, truncated] = [column('terminations'), column('truncations')]
  const seen = Float32Array.from(observations.values)
  return {
    observation: seen.slice(0, steps * observation),
    action: Float32Array.from(column('actions', action)),
    reward: Float32Array.from(column('rewards')),
    ending: Uint8Array.from({ length: steps }, (_, row) =>
      terminal[row] === 1 ? endings.terminal : truncated[row] === 1 ? endings.truncated : endings.none,
    ),
    nextObservation: seen.slice(observation),
  }
}

/** A data set; or those of a group beside each other, by name, as Gymnasium flattens a dictionary. */
function tableOf({ file, path, episode }: Place, name: string, width: number): Table {
  const where = `${path}: ${episode}/${name}`
  const node = file.get?.(`${episode}/${name}`) ?? null
  if (node === null) throw new RangeError(`${where} must be there, got none`)
  const tables = (node.keys?.() ?? null)
    ?.slice()
    .sort()
    .map(key => numbersOf(node.get?.(key) ?? {}, `${where}/${key}`))
  const found = tables === undefined ? numbersOf(node, where) : beside(tables)
  if (found.width !== width) throw new RangeError(`${where} must have ${width} numbers a row, got ${found.width}`)
  return found
}

const valuesSchema = z.custom<ArrayLike<number | bigint>>(value => ArrayBuffer.isView(value) && 'length' in value)

function numbersOf({ value, shape }: Node, where: string): Table {
  const { data } = valuesSchema.safeParse(value)
  const [rows = 0, ...widths] = shape ?? []
  if (data === undefined) throw new RangeError(`${where} must be a data set of numbers, got another`)
  return { rows, width: widths.reduce((product, size) => product * size, 1), values: Float64Array.from(data, Number) }
}

function beside(tables: readonly Table[]): Table {
  const rows = Math.min(...tables.map(table => table.rows))
  const width = tables.reduce((sum, table) => sum + table.width, 0)
  const values = Array.from({ length: rows }, (_, row) =>
    tables.flatMap(table =>
      Array.from({ length: table.width }, (_, part) => table.values[row * table.width + part] ?? 0),
    ),
  )
  return { rows, width, values: values.flat() }
}

function joined(episodes: readonly Transitions[]): Transitions {
  const floats = (of: (episode: Transitions) => Float32Array): Float32Array => {
    const parts = episodes.map(of)
    const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
    let place = 0
    for (const part of parts) {
      whole.set(part, place)
      place += part.length
    }
    return whole
  }
  return {
    observation: floats(episode => episode.observation),
    action: floats(episode => episode.action),
    reward: floats(episode => episode.reward),
    ending: new Uint8Array(Buffer.concat(episodes.map(({ ending }) => ending))),
    nextObservation: floats(episode => episode.nextObservation),
  }
}
