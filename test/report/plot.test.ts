import test from 'ava'
import fc from 'fast-check'
import { logAxisOver } from '../../src/report/chart/log-axis.ts'
import { plot } from '../../src/report/chart/plot.ts'
import type { Colour, Series } from '../../src/report/chart/series.ts'

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
