import test from 'ava'
import fc from 'fast-check'
import { labelPlaces } from '../../src/report/chart/label-places.ts'

const places = fc.array(fc.double({ min: 0, max: 300, noNaN: true }), { minLength: 1, maxLength: 10 })

test('labels keep their order, their distance and the bounds', t => {
  fc.assert(
    fc.property(places, fc.integer({ min: 1, max: 60 }), (wanted, gap) => {
      const found = labelPlaces(wanted, gap, 0, 300)
      const room = wanted.length < 2 ? gap : Math.min(gap, 300 / (wanted.length - 1))
      t.true(found.every(place => place >= -1e-9 && place <= 300 + 1e-9))
      const pairs = wanted.flatMap((a, i) => wanted.slice(i + 1).map((b, j) => ({ a, b, i, j: i + 1 + j })))
      for (const { a, b, i, j } of pairs) {
        const [from = 0, to = 0] = [found[i], found[j]]
        t.true(Math.abs(to - from) >= room - 1e-6)
        if (a !== b) t.is(to > from, b > a)
      }
    }),
  )
})

test('labels that do not touch stay where their values are', t => {
  t.deepEqual(labelPlaces([250, 20, 100], 17, 0, 300), [250, 20, 100])
  t.deepEqual(labelPlaces([100, 100], 20, 0, 300), [90, 110])
  t.deepEqual(labelPlaces([], 20, 0, 300), [])
})
