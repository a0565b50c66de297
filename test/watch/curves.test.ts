/** How curves are smoothed, thinned and averaged. */
import test from 'ava'
import fc from 'fast-check'
import { curvesOf } from '../../src/watch/curves/curves-of.ts'
import { armsJoinedBy } from '../../src/watch/curves/joined-arms.ts'
import { meanLine, maxPlaces } from '../../src/watch/curves/mean-line.ts'
import { segmentsOf } from '../../src/report/chart/segments.ts'
import { smoothed } from '../../src/report/chart/smooth.ts'
import { thinned } from '../../src/watch/curves/thin.ts'
import { lineNumbers } from '../../src/watch/folder/line-numbers.ts'
import { RunSeries } from '../../src/watch/folder/run-series.ts'
import { present } from '../fixtures/present.ts'

const values = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 1, maxLength: 300 })
const odd = fc.nat(40).map(half => 2 * half + 1)
const range = (count: number): Float64Array => Float64Array.from({ length: count }, (_, index) => index + 1)

test('smoothing keeps a line as it is, also at its ends, and stays within the values', t => {
  fc.assert(
    fc.property(values, odd, fc.double({ min: -5, max: 5, noNaN: true }), (y, window, slope) => {
      const whole = [[0, y.length]] as const
      const line = Float64Array.from(y, (_, index) => slope * index)
      for (const [index, value] of smoothed(line, whole, window).entries())
        t.true(Math.abs(value - slope * index) < 1e-6)
      const result = smoothed(Float64Array.from(y), whole, window)
      t.true(Math.max(...result) <= Math.max(...y) + 1e-6 && Math.min(...result) >= Math.min(...y) - 1e-6)
      t.is(result.length, y.length)
    }),
    { numRuns: 60 },
  )
  t.deepEqual([...smoothed(Float64Array.of(0, 3, 6, 0, 0), [[0, 5]], 3)], [0, 3, 3, 2, 0])
})

test('nothing is smoothed across a hole', t => {
  const places = Float64Array.of(1, 2, 3, 8, 9)
  t.deepEqual(segmentsOf(places), [
    [0, 3],
    [3, 5],
  ])
  t.deepEqual(segmentsOf(Float64Array.of(10, 20, 30)), [[0, 3]])
  t.deepEqual([...smoothed(Float64Array.of(0, 0, 0, 9, 9), segmentsOf(places), 5)], [0, 0, 0, 9, 9])
})

test('thinning keeps the ends and the extremes, in order, and few points', t => {
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 20 }), (y, columns) => {
      const kept = thinned(range(y.length), Float64Array.from(y), columns)
      const drawn = kept.map(index => y[index] ?? NaN)
      t.deepEqual([kept[0], kept.at(-1)], [0, y.length - 1])
      t.deepEqual([Math.min(...drawn), Math.max(...drawn)], [Math.min(...y), Math.max(...y)])
      t.deepEqual(
        kept,
        [...new Set(kept)].sort((one, other) => one - other),
      )
      t.true(kept.length <= 4 * columns)
    }),
  )
})

test('of points that are all at one place the ends and the extremes stay', t => {
  const y = Float64Array.of(2, 1, 2, 3, 2)
  t.deepEqual(thinned(new Float64Array(5).fill(7), y, 1), [0, 1, 3, 4])
})

test('the mean over seeds, its standard error, and how many there are', t => {
  const line = meanLine(
    [
      { x: Float64Array.of(1, 2, 3), y: Float64Array.of(1, 2, 3) },
      { x: Float64Array.of(1, 2), y: Float64Array.of(3, 6) },
    ],
    true,
  )
  t.deepEqual(line, { x: [1, 2, 3], y: [2, 4, 3], error: [1, 2, null], seeds: [2, 2, 1] })
})

test('where seeds share no places, and where there are many, the mean is over intervals', t => {
  const seeds = [1000, 900].map(count => ({ x: range(count), y: range(count).map(x => 2 * x) }))
  for (const isShared of [true, false]) {
    const { x, y, seeds: counts } = meanLine(seeds, isShared)
    t.is(x.length, maxPlaces)
    for (const [index, place] of x.entries()) t.true(Math.abs((y[index] ?? NaN) - 2 * place) < 6)
    t.deepEqual([counts[0], counts.at(-1)], [2, 1])
  }
})

test('over intervals every point of a seed counts once, the first and the last one too', t => {
  const place = fc.double({ min: -1e6, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(
      fc.uniqueArray(place, { minLength: maxPlaces + 1, maxLength: 300 }),
      fc.boolean(),
      (places, isShared) => {
        const x = Float64Array.from(places).sort()
        for (const at of [0, x.length >> 1, x.length - 1]) {
          const { y } = meanLine([{ x, y: x.map((_, index) => (index === at ? 1 : 0)) }], isShared)
          t.true(
            y.some(value => (value ?? 0) > 0),
            `point ${at} of ${x.length}`,
          )
        }
      },
    ),
    { numRuns: 30 },
  )
  const last = Float64Array.from({ length: 241 }, (_, index) => index)
  t.is(meanLine([{ x: last, y: last.map(each => (each === 240 ? 7 : 0)) }], true).y.at(-1), 3.5)
})

test('curves of a run: zoomed, smoothed, along what was spent', t => {
  const series = new RunSeries()
  for (let iteration = 1; iteration <= 20; iteration += 1)
    series.append(
      present(lineNumbers({ iteration, episodes: 8, success: iteration / 20, time: { total: 1000 } })),
      iteration * 100,
    )
  const runs = [{ id: 'a', seed: 1, copyOf: 'a', series, isPartial: false }]
  const of = (options: object) =>
    curvesOf([{ name: 'a', index: 3, runs }], {
      measure: 'success',
      along: 'iteration',
      window: 1,
      group: '',
      from: null,
      to: null,
      ...options,
    })
  const whole = of({})
  t.deepEqual(whole.range, [1, 20])
  t.is(whole.arms[0]?.index, 3)
  t.is(whole.arms[0]?.raw, null)
  t.deepEqual(of({ from: 5.5, to: 7 }).arms[0]?.runs[0]?.line.x, [5, 6, 7, 8])
  t.deepEqual(of({ along: 'episodes' }).range, [8, 160])
  t.is(of({ window: 3 }).arms[0]?.raw?.y[2], Math.fround(0.15))
  t.deepEqual(of({ measure: 'nothing' }).arms, [])
})

test('copies of one seed are one run: they are drawn, and are no further evidence', t => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 6 }), seeds => {
      const runs = seeds.map((seed, index) => {
        const series = new RunSeries()
        /* A copy that is still running is shorter. */
        for (let iteration = 1; iteration <= 9 - index; iteration += 1)
          series.append(present(lineNumbers({ iteration, success: seed / 10 })), iteration * 100)
        return { id: `run ${index}`, seed, copyOf: `arm seed ${seed}`, series, isPartial: false }
      })
      const options = { measure: 'success', along: 'iteration', window: 1, group: '', from: null, to: null } as const
      const [arm] = curvesOf([{ name: 'arm', index: 0, runs }], options).arms
      const distinct = new Set(seeds).size
      t.is(arm?.runs.length, seeds.length)
      t.is(arm?.seeds, distinct)
      t.is(arm?.mean.seeds[0], distinct)
      t.is(arm?.mean.error[0] === null, distinct === 1)
      const found = arm?.mean.y[0] ?? NaN
      t.true(Math.abs(found - [...new Set(seeds)].reduce((sum, seed) => sum + seed / 10 / distinct, 0)) < 1e-6)
    }),
  )
})

test('arms are in one group exactly if they have the same value of the setting', t => {
  const value = fc.option(fc.constantFrom('0.3', '1', '"a"'), { nil: null })
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 9 }), values => {
      const arms = values.map((_, index) => `arm ${index}`)
      const { names, of } = armsJoinedBy(arms, [{ path: 'feedback.lambda', values }], 'feedback.lambda')
      for (const [one, own] of values.entries())
        for (const [other, their] of values.entries()) t.is(of[one] === of[other], own === their)
      t.deepEqual([...new Set(of)], [...names.keys()])
    }),
  )
  t.deepEqual(armsJoinedBy(['a', 'b'], [{ path: 'groupSize', values: ['4', null] }], 'groupSize').names, [
    'groupSize = 4',
    'groupSize = left out',
  ])
  t.deepEqual(armsJoinedBy(['a', 'b'], [], 'groupSize'), { names: ['a', 'b'], of: [0, 1] })
})
