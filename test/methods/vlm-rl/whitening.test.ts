/** Whitening of the frozen encoder's vectors. */
import test from 'ava'
import fc from 'fast-check'
import { nth } from '../../../src/math/nth.ts'
import { whitenedRows, whiteningOf } from '../../../src/methods/vlm-rl/image-text/whitening.ts'

const size = 3
const rowsOf = fc
  .array(fc.tuple(...Array.from({ length: size }, () => fc.integer({ min: -8, max: 8 }))), {
    minLength: 1,
    maxLength: 12,
  })
  .map(rows => Float32Array.from(rows.flat()))

test('the triangle is of the covariance with a tenth of the mean variance added, and takes whitened rows back to rows', t => {
  fc.assert(
    fc.property(rowsOf, rows => {
      const count = rows.length / size
      const by = whiteningOf(rows, size)
      const lower = (a: number, b: number): number => nth(by, (1 + a) * size + b)
      const mean = (of: (row: number) => number): number =>
        Array.from({ length: count }, (_, row) => of(row)).reduce((sum, value) => sum + value / count, 0)
      const around = (row: number, a: number): number => nth(rows, row * size + a) - nth(by, a)
      const places = Array.from({ length: size }, (_, place) => place)
      const near = (a: number, b: number): boolean => t.true(Math.abs(a - b) <= 1e-3 * (1 + Math.abs(b)), `${a} ${b}`)
      const covariance = (a: number, b: number): number => mean(row => around(row, a) * around(row, b))
      const added = (0.1 / size) * places.reduce((sum, a) => sum + covariance(a, a), 0)
      const found = whitenedRows(rows, by, size)
      for (const a of places) {
        near(
          nth(by, a),
          mean(row => nth(rows, row * size + a)),
        )
        for (const b of places) {
          near(
            places.reduce((sum, k) => sum + lower(a, k) * lower(b, k), 0),
            covariance(a, b) + (a === b ? added : 0),
          )
          if (b > a) t.is(lower(a, b), 0)
        }
        for (let row = 0; row < count; row += 1)
          near(
            places.reduce((sum, k) => sum + lower(a, k) * nth(found, row * size + k), nth(by, a)),
            nth(rows, row * size + a),
          )
      }
    }),
  )
})

test('a direction in which examples differ more counts less', t => {
  /* Along the first number they differ ten times as much. */
  const rows = Float32Array.of(-10, 0, 10, 0, 0, -1, 0, 1)
  const found = whitenedRows(Float32Array.of(10, 0, 0, 1), whiteningOf(rows, 2), 2)
  /* Variances 50 and 0.5, the ridge 2.525: 10 / √52.525 and 1 / √3.025. */
  t.deepEqual(
    Array.from(found, value => Number(value.toFixed(4))),
    [1.3798, 0, 0, 0.575],
  )
})
