import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { File, ready } from 'h5wasm'
import * as writer from 'hyparquet-writer'
import { readTransitions } from '../../src/store/read-transitions.ts'
import { createRowStore } from '../../src/store/row-store.ts'
import { storeEncoder } from '../../src/store/store-file.ts'
import { transitionShape } from '../../src/store/transitions.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { readsMinari } from './minari-fixture.ts'

type Column = Omit<writer.ColumnSource, 'name'>

const sizes = { observation: 2, action: 1 }
const rows = {
  observation: Float32Array.of(1, 2, 3, 4),
  action: Float32Array.of(0.5, -0.5),
  reward: Float32Array.of(0, 1),
  ending: Uint8Array.of(0, 1),
  nextObservation: Float32Array.of(3, 4, 5, 6),
}

test('data sets of Minari are read episode by episode, plain observations and dictionaries', async t => {
  const folder = await temporaryFolder(t)
  for (const name of ['plain.hdf5', 'dictionary.hdf5'])
    await writeFile(join(folder, name), gunzipSync(await readFile(`test/fixtures/minari/${name}.gz`)))
  await readsMinari(t, folder)
  await t.throwsAsync(readTransitions(join(folder, 'plain.hdf5'), sizes), {
    instanceOf: RangeError,
    message: /plain\.hdf5: episode_0\/observations must have 2 numbers a row, got 3/,
  })
})

test('Parquet is read with a column for each number, as stores write it, or with lists', async t => {
  const folder = await temporaryFolder(t)
  const shape = transitionShape(sizes)
  const store = createRowStore('offline', { shape, capacity: 5 })
  store.append(rows)
  const path = join(folder, 'rows.parquet')
  await writeFile(path, storeEncoder(writer)(store, shape))
  t.deepEqual(await readTransitions(path, sizes), rows)

  t.deepEqual(await readTransitions(await fileWith(t), sizes), rows)
})

/** A file of `rows`, observations as lists, with these columns instead of some. */
async function fileWith(t: ExecutionContext, columns: Readonly<Record<string, Column>> = {}): Promise<string> {
  const path = join(await temporaryFolder(t), 'lists.parquet')
  const pairs = (all: Float32Array) => [Array.from(all.subarray(0, 2)), Array.from(all.subarray(2))]
  const all: Readonly<Record<string, Column>> = {
    observation: { data: pairs(rows.observation), type: 'JSON' },
    action: { data: Array.from(rows.action), type: 'DOUBLE' },
    reward: { data: Array.from(rows.reward), type: 'FLOAT' },
    ending: { data: Array.from(rows.ending), type: 'INT32' },
    nextObservation: { data: pairs(rows.nextObservation), type: 'JSON' },
    ...columns,
  }
  const columnData = Object.entries(all).map(([name, column]) => ({ name, ...column }))
  await writeFile(path, new Uint8Array(writer.parquetWriteBuffer({ columnData })))
  return path
}

test('integers of 64 bits are read, as pandas and numpy write them', async t => {
  const path = await fileWith(t, {
    ending: { type: 'INT64', data: [0n, 2n] },
    reward: { type: 'INT64', data: [-3n, 4n] },
  })
  const { ending, reward } = await readTransitions(path, sizes)
  t.deepEqual([ending, reward], [Uint8Array.of(0, 2), Float32Array.of(-3, 4)])
  await ready
  const [name, minari] = ['integers.hdf5', join(await temporaryFolder(t), 'integers.hdf5')]
  const file = new File(name, 'w')
  const group = file.create_group('episode_0')
  for (const [name, data] of Object.entries({ observations: [1, 2], actions: [3], rewards: [-4] }))
    group.create_dataset({ name, data: BigInt64Array.from(data, BigInt), shape: [data.length, 1], dtype: '<q' })
  for (const name of ['terminations', 'truncations']) group.create_dataset({ name, data: [1], shape: [1], dtype: '<b' })
  file.close()
  await writeFile(minari, (await ready).FS.readFile(name))
  const { observation, action, nextObservation, ...more } = await readTransitions(minari, { observation: 1, action: 1 })
  t.deepEqual(
    [observation, action, nextObservation, more.reward].flatMap(values => [...values]),
    [1, 3, 2, -4],
  )
})

test('a number that is not finite, and an ending that is none, are refused by name', async t => {
  const refuses = async (columns: Readonly<Record<string, Column>>, message: RegExp) =>
    t.throwsAsync(readTransitions(await fileWith(t, columns), sizes), { instanceOf: RangeError, message })
  await refuses({ reward: { type: 'DOUBLE', data: [0, NaN] } }, /each reward of .*\.parquet must be finite, got NaN/)
  await refuses({ ending: { type: 'INT32', data: [0, 3] } }, /each ending of .* must be one of 0, 1, 2, got 3/)
  await refuses({ ending: { type: 'INT32', data: [0, 257] } }, /column ending of .*, got 257 in row 1, no uint8/)
  await refuses({ ending: { type: 'DOUBLE', data: [0, 0.5] } }, /column ending of .*, got 0\.5 in row 1, no uint8/)
})

test('a file that is not there, or of another format than its name says, is refused by name', async t => {
  const folder = await temporaryFolder(t)
  for (const [name, wanted] of Object.entries({ 'a.parquet': 'a Parquet', 'a.hdf5': 'an HDF5' })) {
    const path = join(folder, name)
    const refuses = (message: string) =>
      t.throwsAsync(readTransitions(path, sizes), { instanceOf: RangeError, message: new RegExp(`${path}${message}`) })
    await refuses(', which is not there')
    for (const bytes of ['', 'PAR1 is not at both ends']) {
      await writeFile(path, bytes)
      await refuses(` must be ${wanted} file`)
    }
  }
})

test('a column that is missing or of another size is refused by name', async t => {
  const path = join(await temporaryFolder(t), 'rows.parquet')
  const shape = transitionShape(sizes)
  const store = createRowStore('offline', { shape, capacity: 2 })
  store.append(rows)
  await writeFile(path, storeEncoder(writer)(store, shape))
  await t.throwsAsync(readTransitions(path, { observation: 3, action: 1 }), {
    instanceOf: RangeError,
    message: /column observation of .*rows\.parquet must be 2 rows of 3 numbers, got undefined in row 0/,
  })
  await t.throwsAsync(readTransitions('rows.csv', sizes), { message: /ends with \.parquet or \.hdf5, got rows\.csv/ })
})
