import { dirname, join, parse } from 'node:path'
import fc from 'fast-check'
import test from 'ava'
import { requireName } from '../../../src/cli/options/run-name.ts'
import { commandLine } from '../command-line.ts'

const pieces = ['..', '.', '/', '\\', 'a', ' ', 'ö', '🦊', '\n', '\0', '\u202e', '-', 'C:', '%']

test('a name that is taken is a folder in that of the runs; any other is refused by its value', t => {
  const names = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom(...pieces)).map(all => all.join('')),
  )
  fc.assert(
    fc.property(names, name => {
      try {
        requireName(name)
      } catch (error) {
        return error instanceof RangeError && error.message.startsWith('--name must be ')
      }
      return dirname(join('/runs', name)) === '/runs' && parse(name).base === name
    }),
    { numRuns: 1000 },
  )
  t.pass()
})

test('names that are refused, and some that are not', async t => {
  const refused = [
    '',
    ' ',
    '.',
    '..',
    '../../evil',
    'a/b',
    '/tmp/evil',
    'a\\b',
    'a\nb',
    'a\u001bb',
    '\u202egnp',
    'x'.repeat(256),
  ]
  for (const name of refused) {
    const { code, errors, asked } = await commandLine(['train', '--name', name])
    t.is(code, 2, JSON.stringify(name))
    t.regex(errors, /^error: --name must be .*, got /)
    t.deepEqual(asked, [])
  }
  for (const name of ['a b ö', '...', '-x', 'x'.repeat(255), 'größe=3', '👩‍💻']) t.notThrows(() => requireName(name))
})
