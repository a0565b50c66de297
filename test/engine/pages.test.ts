import test from 'ava'
import { createPages } from '../../src/engine/local/cache/pages.ts'

test('a group is used again when its last holder has given it back, and is not found any more', t => {
  const pages = createPages(new Float32Array(0), 16)
  const group = pages.take()
  pages.seal(group, 'key')
  pages.share(group)
  pages.giveBack(group)
  t.is(pages.find('key'), group)
  const other = pages.take()
  t.not(other, group)
  pages.giveBack(group)
  t.is(pages.find('key'), undefined)
  t.is(pages.take(), group)
})

test('pages taken and given back a hundred times take no more room', t => {
  const pages = createPages(new Float32Array(0), 16)
  const before = pages.buffer().byteLength
  for (let round = 0; round < 100; round += 1) {
    const groups = Array.from({ length: 5 }, () => pages.take())
    for (const group of groups) pages.giveBack(group)
  }
  t.is(pages.buffer().byteLength, before)
})

test('what stands in front, and what groups hold, stays when there are more of them', t => {
  const bytes = 2 ** 14
  const pages = createPages(Float32Array.of(7, 8, 9), bytes)
  const numbers = (group: number) => new Float32Array(pages.buffer(), pages.place(group), bytes / 4)
  for (let mark = 1; mark <= 40; mark += 1) {
    const room = pages.room(100)
    new Float32Array(pages.buffer(), room, 25).fill(-1)
    numbers(pages.take()).fill(mark)
  }
  t.deepEqual(
    Array.from({ length: 40 }, (_, group) => [numbers(group)[0], numbers(group).at(-1)]),
    Array.from({ length: 40 }, (_, group) => [group + 1, group + 1]),
  )
  t.deepEqual([...new Float32Array(pages.buffer(), 0, 3)], [7, 8, 9])
})

test('room begins on a line of the cache, behind all groups, and has the bytes asked for', t => {
  const pages = createPages(new Float32Array(5), 12)
  for (const bytes of [1, 1000, 2 ** 20]) {
    const room = pages.room(bytes)
    t.is(room % 64, 0)
    t.true(room >= pages.place(16) && room + bytes <= pages.buffer().byteLength)
  }
})

test('more than the bound is refused by the number of bytes', t => {
  const pages = createPages(new Float32Array(0), 2 ** 26)
  t.throws(
    () => {
      for (let group = 0; group < 33; group += 1) pages.take()
    },
    { instanceOf: RangeError, message: /2147483648 bytes/ },
  )
})
