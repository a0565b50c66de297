import test from 'ava'
import fc from 'fast-check'
import { curveBand } from '../../src/statistics/curve-band.ts'
import { estimateMean } from '../../src/statistics/mean-estimate.ts'
import { near } from '../laws/near.ts'

const curve = (...ys: (number | null)[]) => ys.map((y, at) => ({ at, x: 10 * at, y }))

test('at each place the mean of the curves that have a value there', t => {
  const band = curveBand([curve(0.5, 0.75, 1), curve(0.5, 0.25), curve(0.5, null, 0)])
  t.deepEqual(
    band.map(({ at, x, mean, count }) => [at, x, mean, count]),
    [
      [0, 0, 0.5, 3],
      [1, 10, 0.5, 2],
      [2, 20, 0.5, 2],
    ],
  )
  t.deepEqual(band[0]?.interval, { low: 0.5, high: 0.5 }, 'equal values have a band without width')
  t.deepEqual(band[1]?.interval, estimateMean([0.75, 0.25]).interval)
  near(t, band[1]?.error ?? NaN, 0.25)
})

test('a curve alone has no band, and no curves no points', t => {
  t.deepEqual(curveBand([curve(0.5)]), [{ at: 0, x: 0, mean: 0.5, count: 1, error: null, interval: null }])
  t.deepEqual(curveBand([]), [])
  t.deepEqual(curveBand([curve(null, null)]), [])
})

test('places where curves stand apart on the axis are drawn at their mean', t => {
  const band = curveBand([[{ at: 4, x: 100, y: 1 }], [{ at: 4, x: 140, y: 3 }], [{ at: 4, x: 900, y: null }]])
  t.like(band[0], { at: 4, x: 120, mean: 2, count: 2 })
})

test('places are in order, whatever the order of the points', t => {
  const band = curveBand([[{ at: 20, x: 20, y: 1 }], [{ at: 4, x: 4, y: 3 }], [{ at: 10, x: 10, y: 3 }]])
  t.deepEqual(
    band.map(({ at }) => at),
    [4, 10, 20],
  )
})

test('the band is where the values are, and the order of curves does not matter', t => {
  const y = fc.option(fc.integer({ min: -16, max: 16 }).map(n => n / 4))
  fc.assert(
    fc.property(fc.array(fc.array(y, { maxLength: 5 }), { maxLength: 5 }), curves => {
      const drawn = curves.map(ys => curve(...ys))
      const band = curveBand(drawn)
      const turned = curveBand([...drawn].reverse())
      near(
        t,
        turned.map(({ at, mean, error }) => [at, mean, error ?? -1]),
        band.map(({ at, mean, error }) => [at, mean, error ?? -1]),
      )
      return band.every(
        ({ mean, interval }) => interval === null || (interval.low <= mean + 1e-12 && mean <= interval.high + 1e-12),
      )
    }),
  )
})

test('the work is in proportion to the points: each is looked at a few times, however many there are', t => {
  const looksOf = (places: number): number => {
    let looks = 0
    const point = (at: number) => ({
      get at() {
        looks += 1
        return at
      },
      x: at,
      y: at,
    })
    curveBand([1, 2].map(() => Array.from({ length: places }, (_, at) => point(at))))
    return looks
  }
  t.is(looksOf(40), 4 * looksOf(10))
})
