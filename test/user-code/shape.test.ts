import test from 'ava'
import fc from 'fast-check'
import { plainData } from '../../src/user-code/plain-data.ts'
import { flag, listOf, oneOf, optional, orNull, record, share, text } from '../../src/user-code/shape.ts'

const letter = record({
  to: text,
  sealed: flag,
  weight: share,
  stamps: listOf(text),
  back: orNull(record({ on: text })),
})
const letters = fc.record({
  to: fc.string(),
  sealed: fc.boolean(),
  weight: fc.double({ min: 0, max: 1, noNaN: true }),
  stamps: fc.array(fc.string()),
  back: fc.option(fc.record({ on: fc.string() })),
})

test('nothing is wrong with a value of the shape, whatever else it has', t => {
  fc.assert(fc.property(letters, fc.anything(), (value, more) => letter.wrongIn({ ...value, more }) === null))
  t.is(optional(text).wrongIn(undefined), null)
})

test('whichever part is wrong is named by its path, with the value found and what is wanted', t => {
  const wrong = fc.constantFrom<readonly [path: string, wanted: string, change: object, found: unknown]>(
    ['to', 'text', { to: 42 }, 42],
    ['sealed', 'true or false', { sealed: undefined }, undefined],
    ['weight', 'a number in [0, 1]', { weight: NaN }, NaN],
    ['weight', 'a number in [0, 1]', { weight: 1.5 }, 1.5],
    ['stamps', 'a list', { stamps: 'red' }, 'red'],
    ['stamps[1]', 'text', { stamps: ['red', null] }, null],
    ['back', 'an object with on or null', { back: undefined }, undefined],
    ['back.on', 'text', { back: {} }, undefined],
  )
  fc.assert(
    fc.property(letters, wrong, (value, [path, wanted, change, found]) => {
      t.deepEqual(letter.wrongIn({ ...value, ...change }), { path, wanted, found })
    }),
  )
})

test('a list, a promise and nothing are no objects', t => {
  for (const found of [[], Promise.resolve(), null, undefined, 3]) t.is(letter.wrongIn(found)?.path, '')
  t.is(oneOf('red', 'green').wrongIn('blue')?.wanted, 'one of red, green')
})

test('plain data is what comes back from JSON as it was', t => {
  fc.assert(fc.property(fc.jsonValue(), value => value === null || plainData.wrongIn(value) === null))
  fc.assert(
    fc.property(fc.anything({ withMap: true, withDate: true, withTypedArray: true, withBigInt: true }), value => {
      if (plainData.wrongIn(value) !== null) return
      t.deepEqual(plainData.wrongIn(JSON.parse(JSON.stringify(value))), null)
    }),
  )
})

test('what is no plain data is named by its path', t => {
  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  const cases: readonly (readonly [value: unknown, path: string | RegExp])[] = [
    [null, ''],
    [undefined, ''],
    [Promise.resolve(), ''],
    [new Map(), ''],
    [{ goal: NaN }, 'goal'],
    [{ rooms: [{ at: () => 1 }] }, 'rooms[0].at'],
    [{ rooms: [1, undefined] }, 'rooms[1]'],
    [{ when: new Date(0) }, 'when'],
    [{ count: 3n }, 'count'],
    [cycle, /^(self\.?)+$/],
  ]
  for (const [value, path] of cases) {
    const found = plainData.wrongIn(value)?.path
    if (typeof path === 'string') t.is(found, path)
    else t.regex(found ?? '', path)
  }
  t.is(plainData.wrongIn({ hint: undefined }), null)
})
