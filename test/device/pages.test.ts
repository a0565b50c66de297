import test from 'ava'
import { createPages } from '../../src/device/onnx/pages.ts'

test('a group is used again when its last holder has given it back, and is not found any more', t => {
  const pages = createPages(4)
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
  const pages = createPages(4)
  const before = pages.data().length
  for (let round = 0; round < 100; round += 1) {
    const groups = Array.from({ length: 5 }, () => pages.take())
    for (const group of groups) pages.giveBack(group)
  }
  t.is(pages.data().length, before)
})

test('groups keep what they hold when there are more of them', t => {
  const pages = createPages(4)
  for (let mark = 1; mark <= 40; mark += 1) {
    const group = pages.take()
    pages.data().fill(mark, group * 4, (group + 1) * 4)
  }
  t.deepEqual(
    Array.from({ length: 40 }, (_, group) => pages.data()[group * 4 + 3]),
    Array.from({ length: 40 }, (_, group) => group + 1),
  )
})

test('more than the bound is refused by the number of bytes', t => {
  const pages = createPages(2 ** 24)
  t.throws(
    () => {
      for (let group = 0; group < 33; group += 1) pages.take()
    },
    { instanceOf: RangeError, message: /2147483648 bytes/ },
  )
})
