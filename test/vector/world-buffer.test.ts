import test from 'ava'
import fc from 'fast-check'
import { partsOf } from '../../src/vector/parts.ts'
import { createWorldBuffer, openWorldBuffer, type WorldBuffer } from '../../src/vector/world-buffer.ts'
import { lastOf } from '../../src/math/last-of.ts'
import { nth } from '../../src/math/nth.ts'

const shapes = fc.record({
  worlds: fc.integer({ min: 1, max: 40 }),
  observationSize: fc.integer({ min: 1, max: 9 }),
  outputs: fc.integer({ min: 1, max: 5 }),
})
const columnsOf = ({ observations, outputs, actions, rewards, asked, answered, endings }: WorldBuffer) => [
  observations,
  outputs,
  actions,
  rewards,
  asked,
  answered,
  endings,
]

test('what one thread writes into a column the other reads there, and in no other column', t => {
  fc.assert(
    fc.property(shapes, shape => {
      const buffer = createWorldBuffer(shape)
      columnsOf(buffer).forEach((column, index) => column.fill(index + 1))
      const other = openWorldBuffer(structuredClone(buffer.shared))
      columnsOf(other).forEach((column, index) => t.true(column.every(value => value === index + 1)))
      columnsOf(other).forEach((column, index) => t.is(column.length, nth(columnsOf(buffer), index).length))
    }),
  )
})

test('the columns have the lengths that their shape says', t => {
  const buffer = createWorldBuffer({ worlds: 3, observationSize: 4, outputs: 2 })
  t.deepEqual(
    columnsOf(buffer).map(({ length }) => length),
    [12, 6, 3, 3, 3, 3, 3],
  )
})

test('parts cover all rows in order without a gap, nearly equal, and none is too long', t => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 700 }), (worlds, most) => {
      const parts = partsOf(worlds, most)
      t.is(nth(parts, 0).from, 0)
      t.is(lastOf(parts).to, worlds)
      parts.slice(1).forEach(({ from }, index) => t.is(from, nth(parts, index).to))
      const sizes = parts.map(({ from, to }) => to - from)
      t.true(Math.max(...sizes) - Math.min(...sizes) <= 1)
      t.true(Math.min(...sizes) >= 1 && Math.max(...sizes) <= Math.max(most, Math.ceil(worlds / 2)))
      t.true(worlds === 1 || parts.length >= 2)
    }),
  )
})

test('a wrong shape, and memory of another shape, are refused by name', t => {
  t.throws(() => createWorldBuffer({ worlds: 0, observationSize: 1, outputs: 1 }), {
    instanceOf: RangeError,
    message: 'worlds must be a positive integer, got 0',
  })
  const { shared } = createWorldBuffer({ worlds: 2, observationSize: 1, outputs: 1 })
  t.throws(() => openWorldBuffer({ ...shared, worlds: 3 }), {
    instanceOf: RangeError,
    message: /memory must have 75 bytes, got 50/,
  })
})
