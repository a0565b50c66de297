import test from 'ava'
import { z } from 'zod'
import { parsed } from '../../src/text/parsed.ts'

const schema = z.strictObject({ room: z.strictObject({ things: z.array(z.strictObject({ id: z.string() })) }) })

test('a value that fits comes back', t => {
  const value = { room: { things: [{ id: 'apple' }] } }
  t.deepEqual(parsed('task', schema, value), value)
})

test('the first wrong field is named, with the value found', t => {
  const wrong = (value: unknown) => t.throws(() => parsed('task', schema, value), { instanceOf: RangeError })?.message
  t.regex(
    wrong({ room: { things: [{ id: 'apple' }, { id: 7 }] } }) ?? '',
    /^task\.room\.things\[1\]\.id: expected string, got 7$/,
  )
  t.regex(wrong({ room: {} }) ?? '', /^task\.room\.things: expected array, got nothing$/)
  t.regex(wrong(null) ?? '', /^task: expected object, got null$/)
})

test('a union wants what any of its schemas does, each once', t => {
  const id = z.strictObject({ id: z.union([z.string(), z.array(z.string()), z.string().nullish()]) })
  t.throws(() => parsed('model', id, { id: 5 }), {
    instanceOf: RangeError,
    message: 'model.id: expected string or array, got 5',
  })
  t.throws(() => parsed('model', id, { id: [7] }), {
    instanceOf: RangeError,
    message: 'model.id: expected string or string at [0], got [7]',
  })
})
