import { isDeepStrictEqual } from 'node:util'
import test from 'ava'
import fc from 'fast-check'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { emptySeal, sealed, sealOf } from '../../../../src/files/seal.ts'
import { readEpisodeTable, writeEpisodeTable } from '../../../../src/run/directory/records/episode-table.ts'
import { RunDirectoryError } from '../../../../src/run/directory/records/run-directory-error.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { episodeOf } from '../../report-fixture.ts'

const rows = [...episodeOf(3, true), ...episodeOf(4, false)]
const columnData = [{ name: 'a', data: ['rlanything.sha256', 'x'.repeat(100), 'rlanything.sha256\u0018@'] }]
const table = (kvMetadata = emptySeal) => new Uint8Array(parquetWriteBuffer({ columnData, kvMetadata }))

test('what is sealed is whole, any other reader reads it, and what was never sealed says so', async t => {
  const bytes = sealed(table())
  t.is(sealOf(bytes), 'whole')
  t.deepEqual(
    await parquetReadObjects({ file: bytes.buffer as ArrayBuffer }),
    columnData[0]!.data.map(a => ({ a })),
  )
  t.is(sealOf(table([])), 'none')
  t.is(sealOf(table()), 'broken')
  t.throws(() => sealed(table([])), { message: /no empty checksum/ })
  t.throws(() => sealed(bytes), { message: /no empty checksum/ })
})

test('a file that is sealed is whole no more once anything in it has changed', t => {
  const bytes = sealed(table())
  const place = fc.nat(bytes.length - 1)
  const changed = fc.oneof(
    fc
      .tuple(place, fc.integer({ min: 1, max: 255 }))
      .map(([at, by]) => bytes.map((byte, i) => (i === at ? byte ^ by : byte))),
    place.map(length => bytes.slice(0, length)),
    fc
      .tuple(place, fc.uint8Array({ minLength: 1 }))
      .map(([at, more]) => Uint8Array.from([...bytes.slice(0, at), ...more, ...bytes.slice(at)])),
  )
  fc.assert(
    fc.property(changed, other => sealOf(other) !== 'whole'),
    { numRuns: 1000 },
  )
  t.pass()
})

test('no changed byte of a table gives other values: it is refused in plain words', async t => {
  const path = join(await temporaryFolder(t), 'table.parquet')
  await writeEpisodeTable(path, rows)
  const bytes = await readFile(path)
  const change = fc.record({ at: fc.nat(bytes.length - 1), by: fc.integer({ min: 1, max: 255 }) })
  await fc.assert(
    fc.asyncProperty(change, async ({ at, by }) => {
      const other = new Uint8Array(bytes)
      other[at]! ^= by
      await writeFile(path, other)
      t.is(await plainly(path), 'refused or as it was')
    }),
    { numRuns: 300 },
  )
})

test('a table without a checksum is not read', async t => {
  const path = join(await temporaryFolder(t), 'foreign.parquet')
  await writeFile(path, table([]))
  await t.throwsAsync(readEpisodeTable(path), {
    instanceOf: RunDirectoryError,
    message: /foreign\.parquet .* has no checksum/,
  })
})

/** How a table that may be damaged is read. */
async function plainly(path: string): Promise<string> {
  try {
    const found = await readEpisodeTable(path)
    return isDeepStrictEqual(found, rows) ? 'refused or as it was' : 'other values'
  } catch (error) {
    const plain =
      error instanceof RunDirectoryError &&
      error.message.length < 700 &&
      error.message.startsWith(path) &&
      !/TypeError|RangeError|undefined|is not a function|Cannot read|ZodError/.test(error.message)
    return plain ? 'refused or as it was' : `not plain: ${String(error)}`
  }
}
