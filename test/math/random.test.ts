import test from 'ava'
import fc from 'fast-check'
import { normalQuantile } from '../../src/math/normal-quantile.ts'
import { derive, philox, randomFrom, rootKey, type Key } from '../../src/math/random.ts'

const keys = fc.maxSafeNat().map(rootKey)
const labels = fc.array(fc.oneof(fc.integer(), fc.string({ maxLength: 8 })), { minLength: 1, maxLength: 4 })

/** Source: kat_vectors of Random123, philox4x32 10. */
test('Philox gives the known answers of Random123', t => {
  const all = 0xffffffff
  const pi = { high: 0x299f31d0, low: 0xa4093822 }
  t.deepEqual(philox({ high: 0, low: 0 }, [0, 0, 0, 0]), [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8])
  t.deepEqual(philox({ high: all, low: all }, [all, all, all, all]), [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd])
  t.deepEqual(
    philox(pi, [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344]),
    [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
  )
})

test('a uniform draw is 27 bits of one word of Philox and 26 of the next, of the key and the count', t => {
  fc.assert(
    fc.property(keys, key => {
      const { uniform } = randomFrom(key)
      for (let count = 0; count < 4; count += 1) {
        const [first, second] = philox(key, [count, 0, 0, 0])
        t.is(uniform(), (Math.floor(first / 2 ** 5) * 2 ** 26 + Math.floor(second / 2 ** 6)) / 2 ** 53)
      }
    }),
    { numRuns: 20 },
  )
})

test('the key of a seed is the seed in 64 bits; labels beyond 32 bits, and negative ones, are told apart', t => {
  t.deepEqual(rootKey(2 ** 32 * 5 + 7), { high: 5, low: 7 })
  t.deepEqual(rootKey(Number.MAX_SAFE_INTEGER), { high: 2 ** 21 - 1, low: 2 ** 32 - 1 })
  const labels = [0, 1, -1, 2 ** 32, -(2 ** 32), 2 ** 33, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER]
  t.is(new Set(labels.map(label => JSON.stringify(derive(rootKey(0), label)))).size, labels.length)
})

test('the same key draws the same', t => {
  fc.assert(
    fc.property(keys, key => {
      const draw = () => {
        const random = randomFrom(key)
        return [random.uniform(), random.integer(7), random.pick([1, 2, 3]), random.shuffle([1, 2, 3]), random.normal()]
      }
      t.deepEqual(draw(), draw())
    }),
    { numRuns: 30 },
  )
})

test('draws lie in their ranges', t => {
  fc.assert(
    fc.property(keys, fc.integer({ min: 1, max: 1000 }), (key, n) => {
      const random = randomFrom(key)
      const uniform = random.uniform()
      const integer = random.integer(n)
      return uniform >= 0 && uniform < 1 && Number.isInteger(integer) && integer >= 0 && integer < n
    }),
  )
  t.pass()
})

test('a shuffle keeps what it is given and leaves the original as it was', t => {
  fc.assert(
    fc.property(keys, fc.array(fc.integer()), (key, items) => {
      const before = [...items]
      const shuffled = randomFrom(key).shuffle(items)
      t.deepEqual(
        shuffled.toSorted((a, b) => a - b),
        before.toSorted((a, b) => a - b),
      )
      t.deepEqual(items, before)
    }),
    { numRuns: 30 },
  )
})

test('each order of three is as likely; a shuffle of n takes n − 1 draws', t => {
  const random = randomFrom(rootKey(13))
  const orders = Array.from({ length: 6000 }, () => random.shuffle(['a', 'b', 'c']).join(''))
  for (const order of ['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])
    t.true(Math.abs(orders.filter(each => each === order).length - 1000) < 150, order)
  const [shuffling, drawing] = [randomFrom(rootKey(1)), randomFrom(rootKey(1))]
  shuffling.shuffle([1, 2, 3])
  drawing.uniform()
  drawing.uniform()
  t.is(shuffling.uniform(), drawing.uniform())
})

const same = (a: Key, b: Key) => a.high === b.high && a.low === b.low

test('keys are told apart by every label, by its kind and by the order of labels', t => {
  fc.assert(
    fc.property(keys, labels, labels, (key, some, other) => {
      const [one, two] = [derive(key, ...some), derive(key, ...other)]
      return JSON.stringify(some) === JSON.stringify(other) ? same(one, two) : !same(one, two)
    }),
  )
  const key = rootKey(1)
  t.false(same(derive(key, 1), derive(key, '1')))
  t.false(same(derive(key, 'a', 'b'), derive(key, 'b', 'a')))
  t.deepEqual(derive(derive(key, 'a'), 2), derive(key, 'a', 2))
  t.deepEqual(derive(key), key)
})

test('labels name the keys that they have always named, so that recorded runs can be made again', t => {
  t.deepEqual(derive(rootKey(1), 'episode', 3), { high: 1358145138, low: 1982660235 })
  t.deepEqual(derive(rootKey(2026), 'train', 'é'), { high: 2189559733, low: 648996294 })
})

/** Σ (observed − expected)² / expected over 16 equally likely cells; beyond 45 with probability 1e-4. */
function chiSquared(values: readonly number[]): number {
  const cells = Array<number>(16).fill(0)
  for (const value of values) cells[Math.floor(value * 16)]! += 1
  const expected = values.length / 16
  return cells.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

test('draws of one key are uniform, and so are the first draws of neighbouring keys', t => {
  const random = randomFrom(rootKey(7))
  t.true(chiSquared(Array.from({ length: 4096 }, () => random.uniform())) < 45)
  const first = (step: number) => randomFrom(derive(rootKey(7), 'episode', step)).uniform()
  t.true(chiSquared(Array.from({ length: 4096 }, (_, step) => first(step))) < 45)
})

test('neighbouring draws and neighbouring keys are uncorrelated', t => {
  const n = 4096
  const pairs = Array.from({ length: n }, (_, step) => {
    const random = randomFrom(derive(rootKey(3), step))
    return [
      random.uniform() - 0.5,
      random.uniform() - 0.5,
      randomFrom(derive(rootKey(4), step)).uniform() - 0.5,
    ] as const
  })
  const correlation = (of: (pair: (typeof pairs)[number]) => number) =>
    (12 * pairs.reduce((sum, pair) => sum + of(pair), 0)) / n
  t.true(Math.abs(correlation(([a, b]) => a * b)) < 5 / Math.sqrt(n))
  t.true(Math.abs(correlation(([a, , c]) => a * c)) < 5 / Math.sqrt(n))
})

test('normal draws have mean 0 and variance 1', t => {
  const random = randomFrom(rootKey(11))
  const draws = Array.from({ length: 4096 }, () => random.normal())
  const mean = draws.reduce((sum, x) => sum + x, 0) / draws.length
  const variance = draws.reduce((sum, x) => sum + x * x, 0) / draws.length
  t.true(Math.abs(mean) < 0.08 && Math.abs(variance - 1) < 0.12)
  t.true(draws.every(Number.isFinite))
  const cuts = Array.from({ length: 15 }, (_, cut) => normalQuantile((cut + 1) / 16))
  t.true(chiSquared(draws.map(draw => cuts.filter(cut => cut < draw).length / 16)) < 45)
})

test('bad seeds, labels and ranges are refused by name', t => {
  const refused = (run: () => unknown, message: RegExp) => t.throws(run, { instanceOf: RangeError, message })
  refused(() => rootKey(-1), /seed must be an integer in \[0, 2\^53\), got -1/)
  refused(() => rootKey(0.5), /seed must be .* got 0.5/)
  refused(() => derive(rootKey(0), 1.5), /label must be a string or an integer, got 1.5/)
  refused(() => randomFrom(rootKey(0)).integer(0), /n must be a positive integer, got 0/)
  refused(() => randomFrom(rootKey(0)).pick([]), /n must be a positive integer, got 0/)
})
