import test from 'ava'
import fc from 'fast-check'
import { differenceText } from '../../src/cli/tables/comparison/measure-text.ts'
import { lineChart } from '../../src/report/chart/line-chart.ts'
import { logAxisOver } from '../../src/report/chart/log-axis.ts'
import { duration } from '../../src/report/chart/numbers.ts'
import { plot } from '../../src/report/chart/plot.ts'
import type { Colour, Series } from '../../src/report/chart/series.ts'
import { writing } from '../../src/report/chart/writing.ts'

const number = fc.double({ min: -1e3, max: 1e3, noNaN: true })
const point = fc.record({ x: fc.nat(1000), y: number })
const band = fc.array(fc.record({ x: fc.nat(1000), low: number, high: number }))
const looks = ['line', 'dots', 'faint', 'ghost', 'dotted'] as const
const line: fc.Arbitrary<Series> = fc.record({
  name: fc.string(),
  colour: fc.constantFrom<Colour[]>(1, 'a8'),
  points: fc.array(point, { minLength: 1 }),
  look: fc.constantFrom(...looks),
  band,
  labelled: fc.boolean(),
})

test('no look, band or size draws what is not a number, and names go in escaped', t => {
  const size = fc.constantFrom('small', 'wide')
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), size, fc.boolean(), (series, size, isLog) => {
      const axis = isLog && series.some(({ points }) => points.some(({ y }) => y > 0)) ? 'log' : 'linear'
      const { text } = plot({ title: 't', format: y => y.toFixed(2), series, size, axis })
      t.notRegex(text.replace(/<title>[^]*?<\/title>|<text[^]*?<\/text>/g, ''), /NaN|Infinity|undefined/)
    }),
  )
  const named: Series = { name: '<b>&', colour: 1, points: [{ x: 0, y: 0 }], labelled: true }
  t.regex(plot({ title: 't', format: String, series: [named], size: 'wide' }).text, /&#60;b&#62;&#38;/)
})

test('a band is one closed area from its upper edge to its lower one', t => {
  const series: Series = {
    name: 's',
    colour: 'a1',
    points: [
      { x: 0, y: 0.5 },
      { x: 10, y: 0.5 },
    ],
    band: [
      { x: 0, low: 0, high: 1 },
      { x: 10, low: 0, high: 1 },
    ],
  }
  t.regex(plot({ title: 't', format: String, series: [series] }).text, /class="band" d="M46 10L390 10L390 196L46 196Z"/)
})

test('what is behind is drawn first', t => {
  const points = [{ x: 0, y: 0 }]
  const series = (['dots', 'ghost'] as const).map(look => ({ name: look, colour: 1, points, look }) as const)
  const { text } = plot({ title: 't', format: String, series })
  t.true(text.indexOf(' ghost ') < text.indexOf(' dots '))
})

test('a logarithmic axis holds all values above 0, its ticks ascend within it, and there are few', t => {
  const above = fc.double({ min: 1e-9, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(fc.array(above, { minLength: 1 }), fc.array(fc.double({ max: 0, noNaN: true })), (values, others) => {
      const { low, high, ticks } = logAxisOver([...others, ...values])
      t.true(low <= Math.min(...values) * (1 + 1e-9) && high >= Math.max(...values) * (1 - 1e-9))
      t.true(low < high && ticks.length >= 1 && ticks.length <= 10, `${low} ${high} ${ticks.join()}`)
      for (const [index, tick] of ticks.entries()) {
        t.true(tick >= low * (1 - 1e-6) && tick <= high * (1 + 1e-6))
        t.true(index === 0 || tick > (ticks[index - 1] ?? NaN))
      }
    }),
    /* As good as equal, on a round number. */
    { examples: [[[1e-9, 1e-9 * (1 + 2 ** -40)], []]] },
  )
})

/** What is written beside the y axis, from below. */
const marks = (text: string): string[] => [...text.matchAll(/text-anchor="end">([^<]*)</g)].map(([, mark = '']) => mark)

test('neighbouring marks of an axis are written differently, of whatever format and however close', t => {
  const formats = Object.values(writing)
  fc.assert(
    fc.property(fc.constantFrom(...formats), fc.integer({ min: -6, max: 5 }), fc.nat(2000), ({ tick }, power, from) => {
      const points = [0, 1, 2, 3].map(x => ({ x, y: Number(`${from + x}e${power}`) }))
      const written = marks(plot({ title: 't', format: tick, series: [{ name: 's', colour: 1, points }] }).text)
      t.is(new Set(written).size, written.length, written.join())
    }),
  )
  const small = [0, 0.004].map((y, x) => ({ x, y }))
  const { text } = plot({ title: 't', format: writing.percent.tick, series: [{ name: 's', colour: 1, points: small }] })
  t.deepEqual(marks(text), ['0 %', '0.1 %', '0.2 %', '0.3 %', '0.4 %'])
})

test('between two iterations there is no mark', t => {
  const points = [1, 2, 3].map(x => ({ x, y: x }))
  const { text } = plot({ title: 't', format: () => '', series: [{ name: 's', colour: 1, points }] })
  const middles = [...text.matchAll(/text-anchor="middle">([^<]*)</g)].map(([, mark]) => mark)
  t.deepEqual(middles, ['1', '2', '3', 'iteration'])
})

test('a run of any length is drawn', t => {
  const points = Array.from({ length: 80_000 }, (_, index) => ({ x: index + 1, y: 1 + (index % 100) }))
  const drawn = lineChart({ title: 't', note: '', format: String, series: [{ name: 's', colour: 1, points }] })
  t.regex(drawn.text, /class="small log"/)
})

test('a decimal that three decimals would hide keeps three digits, its difference and error too; rounding does not', t => {
  const { value, difference, error } = writing.decimal
  t.deepEqual([0.25, -0.0125, 0.000312, -3e-7, 1e-17, 0].map(value), [
    '0.250',
    '−0.013',
    '0.000312',
    '−3e−7',
    '0.000',
    '0.000',
  ])
  t.deepEqual([0.25, -0.000312, -1e-17].map(difference), ['+0.250', '−0.000312', '+0.000'])
  t.deepEqual([0.25, 0.000312].map(error), ['0.250', '0.000312'])
  t.is(differenceText(-0.000312, 0.0002, 'decimal'), '−0.000312 ± 0.0002')
  t.is(differenceText(-1e-17, 0, 'decimal'), '0.000 ± 0.000')
})

test('minutes have at most 59 seconds beside them', t => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e8, noNaN: true }), ms => {
      const [, minutes = '', seconds = ''] = /^(\d+) min (\d+) s$/.exec(duration(ms)) ?? []
      if (minutes === '') t.regex(duration(ms), /^\d{1,2}(\.\d)? s$/)
      else t.true(Number(seconds) < 60 && Math.abs(60 * Number(minutes) + Number(seconds) - ms / 1000) <= 0.5)
    }),
  )
  t.deepEqual([119_600, 99_960, 9960, 1234].map(duration), ['2 min 0 s', '1 min 40 s', '10 s', '1.2 s'])
})
