import test from 'ava'
import fc from 'fast-check'
import { createFlatParameters, type FlatParameters } from '../../src/engine/local/memory/flat-parameters.ts'
import { adamw, gradientNorm } from '../../src/math/adamw.ts'
import { nth } from '../../src/math/nth.ts'

const rows = createFlatParameters()

/** Some are shorter than a window of 8192 numbers, some end just at or after one, some fill no group of four. */
const lengths = fc.oneof(fc.integer({ min: 1, max: 70 }), fc.constantFrom(8191, 8192, 8193, 16384, 16389))

const settings = fc.record({
  learningRate: fc.double({ min: 1e-5, max: 0.1, noNaN: true }),
  beta1: fc.constantFrom(0, 0.9),
  beta2: fc.constantFrom(0, 0.99, 0.999),
  epsilon: fc.constantFrom(1e-8, 1e-3),
  weightDecay: fc.constantFrom(0, 0.1),
  step: fc.integer({ min: 1, max: 50 }),
})

const drawing = (seed: number, length: number) => {
  let angle = seed
  return (size: number) => new Float32Array(length).map(() => size * Math.sin((angle += 1.7)))
}

const near = (value: number, plain: number): boolean => Math.abs(value - plain) <= 2e-6 * Math.max(1, Math.abs(plain))

test('a step in float32 is the plain step, to rounding', t => {
  fc.assert(
    fc.property(settings, fc.nat(1000), lengths, fc.constantFrom(0.5, 1), (options, seed, length, scale) => {
      const drawn = drawing(seed, length)
      const from = { weight: drawn(1), first: drawn(0.1), second: drawn(0.1).map(Math.abs) }
      const gradient = drawn(1)
      const into = { weight: drawn(1), first: drawn(1), second: drawn(1) }
      t.true(rows.adamw({ from, gradient, scale, into, options }))
      const plain = adamw(from, gradient, scale, options)
      for (const part of ['weight', 'first', 'second'] as const)
        t.true(into[part].every((value, index) => near(value, nth(plain[part], index))))
    }),
    { numRuns: 60 },
  )
})

test('sums are those of float32 in the order of the rows, wherever they are written, and the squares are theirs', t => {
  fc.assert(
    fc.property(fc.nat(1000), lengths, fc.integer({ min: 1, max: 4 }), fc.boolean(), (seed, length, count, onto) => {
      const drawn = drawing(seed, length)
      const terms = Array.from({ length: count }, () => drawn(1))
      const expected = terms.reduce((sums, term) => sums.map((sum, index) => sum + nth(term, index)))
      const into = onto ? nth(terms, 0) : drawn(1)
      const squares = rows.sum(terms, into)
      t.deepEqual(into, expected)
      t.true(Math.abs(Math.sqrt(squares) - gradientNorm([expected])) <= 1e-5 * gradientNorm([expected]))
    }),
    { numRuns: 60 },
  )
})

test('wherever rows lie, in the memory of the kernels or elsewhere, no bit is another', t => {
  const rooms = fc.record({ count: fc.nat(8), length: fc.constantFrom(16, 48, 8192, 8208) })
  fc.assert(
    fc.property(fc.nat(1000), rooms, settings, (seed, room, options) => {
      const outcome = ({ make, sum, adamw: step }: FlatParameters) => {
        const drawn = drawing(seed, room.length)
        const row = (size: number): Float32Array => {
          const made = make()
          made.set(drawn(size))
          return made
        }
        const from = { weight: row(1), first: row(0.1), second: row(0).fill(0.1) }
        const before = Object.values(from).map(each => each.slice())
        const gradient = row(0)
        const squares = sum([drawn(1), row(1)], gradient)
        const into = { weight: row(1), first: row(1), second: row(1) }
        const finite = step({ from, gradient, scale: 0.5, into, options })
        t.deepEqual(Object.values(from), before)
        return { squares, again: sum([gradient, drawn(1)], gradient), gradient, into, finite }
      }
      t.deepEqual(outcome(createFlatParameters(room)), outcome({ ...rows, make: () => new Float32Array(room.length) }))
    }),
    { numRuns: 40 },
  )
})

test('one number that is not finite shows, wherever it is', t => {
  const wrong = fc.constantFrom(NaN, Infinity, -Infinity)
  const options = { learningRate: 0.1, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, step: 1 }
  fc.assert(
    fc.property(fc.nat(1000), lengths, fc.nat(1000), wrong, (seed, length, at, value) => {
      const drawn = drawing(seed, length)
      const spoilt = drawn(1).with(at % length, value)
      t.false(Number.isFinite(rows.sum([drawn(1), spoilt], drawn(1))))
      const into = { weight: drawn(1), first: drawn(1), second: drawn(1) }
      const from = { weight: spoilt, first: drawn(1), second: drawn(1).map(Math.abs) }
      t.false(rows.adamw({ from, gradient: drawn(1), scale: 1, into, options }))
      /* Later sequences do not see the ones before them in the window. */
      t.true(rows.adamw({ from: { ...from, weight: drawn(1) }, gradient: drawn(1), scale: 1, into, options }))
    }),
    { numRuns: 40 },
  )
})

test('squares are added up', t => {
  t.is(rows.sum([Float32Array.of(1, 1), Float32Array.of(2, 3)], new Float32Array(2)), 25)
})

test('rows are added to those of a table that their indices name, one after the other', t => {
  const width = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(8192, 8195))
  const indices = fc.array(fc.nat(3), { maxLength: 12 })
  fc.assert(
    fc.property(fc.nat(1000), width, indices, (seed, lanes, named) => {
      const drawn = drawing(seed, 4 * lanes)
      const table = drawn(1)
      const terms = drawing(seed + 1, named.length * lanes)(1)
      const expected = table.slice()
      named.forEach((index, place) => {
        for (let lane = 0; lane < lanes; lane += 1) expected[index * lanes + lane]! += nth(terms, place * lanes + lane)
      })
      rows.addAt(table, Int32Array.from(named), terms, lanes)
      t.deepEqual(table, expected)
    }),
    { numRuns: 40 },
  )
})
