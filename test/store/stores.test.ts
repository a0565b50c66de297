/** The stores of a run, as checkpoints keep them. */
import test from 'ava'
import { openStores } from '../../src/store/stores.ts'

const shape = { action: 'int32' } as const
const rows = (...actions: number[]) => ({ action: Int32Array.from(actions) })

test('a store of a name is one store, and begins as a checkpoint kept it', async t => {
  const stores = await openStores()
  stores.open('replay', { shape, capacity: 3 }).append(rows(1, 2, 3, 4))
  t.is(stores.open('replay', { shape, capacity: 3 }).appended, 4)
  const resumed = (await openStores(stores.snapshot())).open('replay', { shape, capacity: 3 })
  t.is(resumed.appended, 4)
  t.deepEqual(resumed.read(0, 3), rows(2, 3, 4))
})

test('a snapshot stays as it is, is copied anew where rows were appended alone, and keeps what was not opened', async t => {
  const made = await openStores()
  made.open('other', { shape, capacity: 1 }).append(rows(5))
  const stores = await openStores(made.snapshot())
  const replay = stores.open('replay', { shape, capacity: 3 })
  const empty = stores.snapshot()
  replay.append(rows(1))
  const one = stores.snapshot()
  t.is(stores.snapshot()['replay'], one['replay'])
  t.notDeepEqual(one['replay'], empty['replay'])
  t.is((await openStores(empty)).open('replay', { shape, capacity: 3 }).rows, 0)
  replay.write(0, rows(7))
  const written = (await openStores(stores.snapshot())).open('replay', { shape, capacity: 3 })
  t.deepEqual(written.read(0, 1), rows(7))
  t.deepEqual(one['other'], made.snapshot()['other'])
})

test('another shape, capacity or name of no file is refused, and so is a damaged store', async t => {
  const stores = await openStores()
  stores.open('replay', { shape, capacity: 3 })
  t.throws(() => stores.open('replay', { shape, capacity: 4 }), {
    instanceOf: RangeError,
    message: 'the store replay is there with [3,{"action":"int32"}], got [4,{"action":"int32"}]',
  })
  t.throws(() => stores.open('../replay', { shape, capacity: 4 }), { message: /name of a store .* got '\.\.\/replay'/ })
  await t.throwsAsync(openStores({ broken: Uint8Array.of(1) }), { message: /^the store broken cannot be used: / })
})
