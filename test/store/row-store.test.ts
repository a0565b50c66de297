/** Laws of stores: bounded, in order, sampled by key and contents alone, the same after they were saved. */
import test from 'ava'
import fc from 'fast-check'
import { rootKey } from '../../src/math/random.ts'
import { columnsOf } from '../../src/store/row-shape.ts'
import * as writer from 'hyparquet-writer'
import { parquetReadObjects } from 'hyparquet'
import { mixedSample } from '../../src/store/mixed-sample.ts'
import { decodeStore, storeEncoder, storeOf } from '../../src/store/store-file.ts'
import { createRowStore } from '../../src/store/row-store.ts'

const shape = { place: { type: 'float32', size: 2 }, action: 'int32', ended: 'uint8', value: 'float64' } as const
const rowsFrom = (first: number, count: number) => ({
  place: Float32Array.from({ length: 2 * count }, (_, index) => 2 * first + index),
  action: Int32Array.from({ length: count }, (_, index) => -(first + index)),
  ended: Uint8Array.from({ length: count }, (_, index) => (first + index) % 2),
  value: Float64Array.from({ length: count }, (_, index) => (first + index) / 3),
})
const made = (capacity: number) => createRowStore('replay', { shape, capacity })
const encodeStore = storeEncoder(writer)

/** Numbers of rows that are appended one after another. */
const sizes = fc.array(fc.nat({ max: 9 }), { maxLength: 8 })
const capacities = fc.integer({ min: 1, max: 12 })
const keys = fc.maxSafeNat().map(rootKey)

function filled(capacity: number, appends: readonly number[]) {
  const store = made(capacity)
  const overwritten = appends.map(count => store.append(rowsFrom(store.appended, count)))
  return { store, overwritten, all: appends.reduce((sum, count) => sum + count, 0) }
}

test('it holds the newest rows, in the order in which they were appended, and says how many it overwrote', t => {
  fc.assert(
    fc.property(capacities, sizes, (capacity, appends) => {
      const { store, overwritten, all } = filled(capacity, appends)
      const held = Math.min(capacity, all)
      t.is(store.rows, held)
      t.is(store.appended, all)
      t.is(
        overwritten.reduce((sum, count) => sum + count, 0),
        all - held,
      )
      t.deepEqual(store.read(0, held), rowsFrom(all - held, held))
    }),
  )
})

test('a sample is of the key and the rows that it holds: not of what was there before, nor of how they came', t => {
  fc.assert(
    fc.property(capacities, sizes, keys, fc.integer({ min: 1, max: 20 }), (capacity, appends, key, count) => {
      const { store } = filled(capacity, appends)
      if (store.rows === 0) return
      const other = made(capacity + 3)
      other.append(store.read(0, store.rows))
      t.deepEqual(store.sample(key, count), other.sample(key, count))
    }),
  )
})

test('of 4000 draws every one of four rows has its share', t => {
  const { store } = filled(4, [6])
  const drawn = store.sample(rootKey(5), 4000).action
  for (const row of [2, 3, 4, 5]) {
    const share = drawn.filter(action => action === -row).length / 4000
    t.true(Math.abs(share - 0.25) < 0.03, `${row}: ${share}`)
  }
})

test('what it gives and takes are copies', t => {
  const store = made(3)
  const given = rowsFrom(0, 3)
  store.append(given)
  given.action.fill(9)
  store.read(0, 3).action.fill(9)
  t.deepEqual(store.read(0, 3), rowsFrom(0, 3))
})

test('a store that was saved is the same: its rows, its samples, and all that is appended later', async t => {
  await fc.assert(
    fc.asyncProperty(capacities, sizes, sizes, keys, async (capacity, before, after, key) => {
      const { store } = filled(capacity, before)
      const kept = await decodeStore(encodeStore(store, shape), 'replay.parquet')
      const other = storeOf('replay', { shape, capacity }, kept)
      for (const each of [store, other]) for (const count of after) each.append(rowsFrom(each.appended, count))
      t.is(other.appended, store.appended)
      t.deepEqual(other.read(0, other.rows), store.read(0, store.rows))
      if (store.rows > 0) t.deepEqual(other.sample(key, 5), store.sample(key, 5))
    }),
  )
})

test('bytes of which any one is changed, or the end is missing, are refused by the name of the file', async t => {
  const { store } = filled(4, [3])
  const bytes = encodeStore(store, shape)
  const refusal = { instanceOf: RangeError, message: /^run\/replay\.parquet cannot be used: / }
  const decode = (damaged: Uint8Array) => decodeStore(damaged, 'run/replay.parquet')
  await t.notThrowsAsync(decode(bytes))
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), async (place, change) => {
      const damaged = Uint8Array.from(bytes)
      damaged[place] = (damaged[place] ?? 0) ^ change
      await t.throwsAsync(decode(damaged), refusal)
      await t.throwsAsync(decode(bytes.subarray(0, place)), refusal)
    }),
  )
})

test('a store of another shape or capacity is refused, naming both', async t => {
  const { store } = filled(4, [3])
  const kept = await decodeStore(encodeStore(store, shape), 'a.parquet')
  t.throws(() => storeOf('a', { shape, capacity: 5 }, kept), {
    message: 'a.parquet cannot be used: its capacity must be 5, got 4',
  })
  t.throws(() => storeOf('a', { shape: { action: 'int32' }, capacity: 4 }, kept), {
    message: /its rows must be \{ action: 1 int32 \}, got \{ place: 2 float32, action: 1 int32/,
  })
})

test('any reader of Parquet reads a store, a column for each number of a row', async t => {
  const { store } = filled(3, [5])
  const file = new Uint8Array(encodeStore(store, shape)).buffer
  const wanted = [2, 3, 4].map(row => ({
    ...{ 'place.0': 2 * row, 'place.1': 2 * row + 1, action: -row, ended: row % 2, value: row / 3 },
  }))
  t.deepEqual(await parquetReadObjects({ file }), wanted)
})

test('rows that are written later stand where they were appended, and those overwritten since are left out', t => {
  fc.assert(
    fc.property(capacities, sizes, fc.nat(), fc.nat({ max: 12 }), (capacity, appends, from, most) => {
      const { store, all } = filled(capacity, appends)
      const number = all === 0 ? 0 : from % all
      const count = Math.min(most, all - number)
      const value = Float64Array.from({ length: count }, (_, row) => 1000 + number + row)
      const kept = Math.max(0, Math.min(count, number + count - (all - store.rows)))
      t.is(store.write(number, { value }), kept)
      const wanted = rowsFrom(all - store.rows, store.rows)
      for (let row = 0; row < store.rows; row += 1) {
        const own = all - store.rows + row
        if (own >= number && own < number + count) wanted.value[row] = 1000 + own
      }
      t.deepEqual(store.read(0, store.rows), wanted)
    }),
  )
})

test('the memory is shared, and row n is at its place modulo the capacity', t => {
  const { store } = filled(4, [3, 3])
  t.deepEqual(new Int32Array(store.memory.action), Int32Array.of(-4, -5, -2, -3))
})

test('a mixed sample has its share of each store, and all of one where the other is empty', t => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(keys, fc.integer({ min: 1, max: 20 }), share, sizes, sizes, (key, count, part, some, others) => {
      const first = filled(8, some).store
      const second = made(8)
      for (const each of others) second.append(rowsFrom(100 + second.appended, each))
      if (first.rows + second.rows === 0) return
      const drawn = mixedSample([first, second], { key, count, share: part })
      t.deepEqual(mixedSample([first, second], { key, count, share: part }), drawn)
      t.is(drawn.place.length, 2 * count)
      const of = drawn.action.filter(action => action > -100).length
      t.is(of, first.rows === 0 ? 0 : second.rows === 0 ? count : Math.round(part * count))
    }),
  )
  t.throws(() => mixedSample([made(1), made(1)], { key: rootKey(1), count: 1, share: 2 }), {
    message: 'share must be in [0, 1], got 2',
  })
})

test('what is no row, no shape or no number of rows is refused by name', t => {
  const store = made(3)
  const { place, action, ended, value } = rowsFrom(0, 2)
  const wrong = (given: object, message: RegExp) =>
    t.throws(() => store.append(given as never), { instanceOf: RangeError, message })
  wrong({ place, action, ended }, /column value of store replay must be of float64, a Float64Array, got none/)
  wrong({ place, action: value, ended, value }, /column action .* a Int32Array, got Float64Array/)
  wrong({ place, action: action.subarray(1), ended, value }, /column action .* as many as the others, got 1 numbers/)
  wrong({ place: place.subarray(1), action, ended, value }, /column place .* whole rows of 2/)
  wrong({ place, action, ended, value, reward: value }, /columns of store replay are place, .* got one named reward/)
  t.is(store.appended, 0)
  t.throws(() => store.sample(rootKey(1), 1), { message: /store replay is empty/ })
  store.append({ place, action, ended, value })
  t.throws(() => store.sample(rootKey(1), 0), { message: /must be a positive integer, got 0/ })
  t.throws(() => store.read(1, 3), { message: /within \[0, 2\), got \[1, 3\)/ })
  t.throws(() => store.write(1, { value }), { message: /within \[0, 2\), got \[1, 3\)/ })
  t.throws(() => store.write(0, {}), { message: /columns written of store replay must be at least one, got none/ })
  t.throws(() => made(0), { message: 'the capacity of store replay must be a positive integer, got 0' })
  t.throws(() => columnsOf({}), { message: /at least one column/ })
  t.throws(() => columnsOf({ a: 'text' as never }), { message: /type of column a must be one of float32, .* got text/ })
  t.throws(() => columnsOf({ a: { type: 'int32', size: 0 } }), { message: /size of column a .* got 0/ })
})
