import fc from 'fast-check'
import test from 'ava'
import { shortened, preview } from '../../src/text/preview.ts'
import { anyText } from '../fixtures/any-text.ts'

test('whatever was found, it fits on a line', t => {
  fc.assert(fc.property(fc.anything(), value => preview(value).length <= 80))
  t.pass()
})

test('what is short is shown as JSON, whole; what is long begins like it', t => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 2 }), text => {
      const json = JSON.stringify(JSON.parse(text))
      const found = preview(JSON.parse(text))
      return json.length <= 80 ? found === json : found.length === 80 && json.startsWith(found.slice(0, 78))
    }),
  )
  t.pass()
})

test('a text is cut at its end, never in the middle of a character', t => {
  const texts = anyText({ maxLength: 30 })
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, most) => {
      const cut = shortened(text, most)
      t.is(encodeURIComponent(cut).length > 0, cut !== '')
      t.true(cut.length <= most)
      t.true(cut === text || (text.startsWith(cut.slice(0, -1)) && cut.endsWith('…')))
    }),
  )
})

test('what JSON has no word for is said', t => {
  t.deepEqual([NaN, Infinity, undefined, 10n, Symbol('a'), () => 1].map(preview), [
    'NaN',
    'Infinity',
    'nothing',
    '10',
    'Symbol(a)',
    'a function',
  ])
  const own: { self?: unknown } = {}
  own.self = own
  t.is(preview(own), 'an object that JSON cannot show')
})
