import fc from 'fast-check'
import test from 'ava'
import { csvField } from '../../src/text/csv-field.ts'
import { anyText } from '../fixtures/any-text.ts'

/** As a reader of RFC 4180 has it. */
const cellOf = (field: string): string => (field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field)
const texts = fc.oneof(
  anyText(),
  fc.tuple(fc.stringMatching(/^'{0,3}[=+\-@\t\r\n＝]$/), fc.string()).map(parts => parts.join('')),
)

test('no text begins as a formula does, and one quote less is the text', t => {
  fc.assert(
    fc.property(texts, text => {
      const cell = cellOf(csvField(text))
      t.notRegex(cell, /^[=+\-@\t\r\n＝＋－＠]/u)
      t.is(/^'+[=+\-@\t\r\n＝＋－＠]/u.test(cell) ? cell.slice(1) : cell, text)
      t.is(cellOf(csvField(text, true)), text)
    }),
  )
  t.is(csvField('=HYPERLINK("http://x";"y")'), `"'=HYPERLINK(""http://x"";""y"")"`)
  t.is(csvField('=1', true), '=1')
})
