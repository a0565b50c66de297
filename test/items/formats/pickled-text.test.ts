import { readFile } from 'node:fs/promises'
import test from 'ava'
import fc from 'fast-check'
import { z } from 'zod'
import { pickledText } from '../../../src/items/formats/pickled-text.ts'
import { pickled } from '../packed.ts'
import { anyText } from '../../fixtures/any-text.ts'

const fixture = async <Schema extends z.ZodType>(name: string, schema: Schema) =>
  z
    .array(schema)
    .parse(JSON.parse(await readFile(new URL(`../../../../test/fixtures/items/${name}`, import.meta.url), 'utf8')))

test("any bytes are a text or are refused; a text's own pickle is that text", t => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.tuple(anyText(), fc.nat(), fc.nat(255)).map(([text, at, value]) => {
      const damaged = pickled(text)
      damaged[at % damaged.length] = value
      return damaged
    }),
  )
  fc.assert(
    fc.property(bytes, given => {
      try {
        t.is(typeof pickledText(given), 'string')
      } catch (error) {
        t.true(error instanceof RangeError, String(error))
      }
    }),
  )
  fc.assert(fc.property(anyText(), text => t.is(pickledText(pickled(text)), text)))
})

test('texts that Python pickled are read, whatever the protocol', async t => {
  const schema = z.object({ protocol: z.int(), text: z.string(), pickle: z.string() })
  for (const { protocol, text, pickle } of await fixture('pickles.json', schema))
    t.is(pickledText(Buffer.from(pickle, 'base64')), text, `protocol ${protocol}`)
})

test('what else Python pickles is refused, calls before all', async t => {
  const schema = z.object({ name: z.string(), protocol: z.int(), pickle: z.string() })
  for (const { name, protocol, pickle } of await fixture('other-pickles.json', schema))
    t.throws(
      () => pickledText(Buffer.from(pickle, 'base64')),
      { instanceOf: RangeError, message: /must be (a text alone, got the opcode 0x|one text, got a second one)/ },
      `${name}, protocol ${protocol}`,
    )
})

test('a pickle that is cut off, empty, or of two texts is refused', t => {
  const whole = pickled('text')
  for (let length = 0; length < whole.length; length += 1)
    t.throws(() => pickledText(whole.subarray(0, length)), { instanceOf: RangeError, message: /must not end amidst/ })
  t.throws(() => pickledText(Buffer.from([0x80, 4, 0x2e])), { message: /must hold a text, got nothing/ })
  t.throws(() => pickledText(Buffer.concat([pickled('a').subarray(0, -1), pickled('b')])), { message: /one text/ })
  const huge = Buffer.from([0x8d, 255, 255, 255, 255, 255, 255, 255, 255, 0x2e])
  t.throws(() => pickledText(huge), { instanceOf: RangeError, message: /must not end amidst/ })
})
