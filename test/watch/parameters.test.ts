import test from 'ava'
import { numberOrNull, oneOfThese, wholeOrNull } from '../../src/watch/server/parameters.ts'

const given = new URLSearchParams({ from: 'x', count: '0.5', along: 'days' })

test('a parameter is refused by its name, with the value wanted and the value found', t => {
  t.throws(() => numberOrNull(given, 'from'), { message: 'from must be a number, got "x"' })
  t.throws(() => wholeOrNull(given, 'count', 1, 200), { message: 'count must be an integer in [1, 200], got 0.5' })
  t.throws(() => oneOfThese(given, 'along', ['iteration', 'tokens']), {
    message: 'along must be one of iteration, tokens, got "days"',
  })
  t.is(numberOrNull(given, 'to'), null)
})
