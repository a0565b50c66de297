import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import test from 'ava'
import * as writer from 'hyparquet-writer'
import { readTransitions } from '../../src/store/read-transitions.ts'
import { createRowStore } from '../../src/store/row-store.ts'
import { storeEncoder } from '../../src/store/store-file.ts'
import { transitionShape } from '../../src/store/transitions.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { readsMinari } from './minari-fixture.ts'

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

  const lists = join(folder, 'lists.parquet')
  const pairs = (all: Float32Array) => [Array.from(all.subarray(0, 2)), Array.from(all.subarray(2))]
  const bytes = writer.parquetWriteBuffer({
    columnData: [
      { name: 'observation', data: pairs(rows.observation), type: 'JSON' },
      { name: 'action', data: Array.from(rows.action), type: 'DOUBLE' },
      { name: 'reward', data: Array.from(rows.reward), type: 'FLOAT' },
      { name: 'ending', data: Array.from(rows.ending), type: 'INT32' },
      { name: 'nextObservation', data: pairs(rows.nextObservation), type: 'JSON' },
    ],
  })
  await writeFile(lists, new Uint8Array(bytes))
  t.deepEqual(await readTransitions(lists, sizes), rows)
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
