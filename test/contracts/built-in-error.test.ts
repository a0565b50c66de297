import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import test from 'ava'
import { isError, isRangeError } from '../../src/contracts/built-in-error.ts'
import { ConfigError } from '../../src/config/config-error.ts'

const elsewhere = (code: string): unknown => runInNewContext(code)

test('an error is one whatever its realm, and nothing else is', async t => {
  for (const error of [new Error('a'), new RangeError('a'), new DOMException('a'), Object.create(Error.prototype)])
    t.true(isError(error))
  t.true(isError(elsewhere("new TypeError('a')")))
  t.true(isError(await readFile('there is no such file').catch((error: unknown) => error)))
  for (const other of [{ message: 'a', stack: '' }, 'a', null, undefined, () => 1, elsewhere("({ name: 'Error' })")])
    t.false(isError(other))
})

test('a RangeError is one whatever its realm, and so is one that extends it', t => {
  t.true(isRangeError(new RangeError('a')))
  t.true(isRangeError(new ConfigError('a')))
  t.true(isRangeError(elsewhere('new RangeError()')))
  t.true(isRangeError(elsewhere('new (class Odd extends RangeError {})()')))
  t.false(isRangeError(new TypeError('a')))
  t.false(isRangeError(elsewhere('new Error()')))
  t.false(isRangeError({ name: 'RangeError' }))
  t.false(isRangeError(null))
})
