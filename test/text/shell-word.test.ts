import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import test from 'ava'
import { shellWord } from '../../src/text/shell-word.ts'

/* An argument has no zero in it, and what is no character has no bytes. */
const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter(text => !text.includes('\0'))

test('a shell gives back what was quoted, of any text', t => {
  const texts = fc.sample(words, { numRuns: 300, seed: 1 })
  const odd = ['runs/a b ö', "it's", '$HOME', '`id`', 'a\nb', '*', '~', '!1', '"', '\\', "''", '--help', '-x']
  const all = [...odd, ...texts]
  const script = `printf '%s\\0' ${all.map(text => shellWord(text, 'linux')).join(' ')}`
  const read = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
  t.deepEqual(
    read,
    all.map(text => (text.startsWith('-') ? `./${text}` : text)),
  )
})

test('what no shell reads anything into stands as it is', t => {
  for (const text of ['runs/household-2026-01-02-030405', '/tmp/a_b.c', '../x', 'a=b,c@d%e+f:1']) {
    t.is(shellWord(text, 'linux'), text)
  }
  t.is(shellWord('runs/a b ö', 'linux'), "'runs/a b ö'")
  t.is(shellWord('C:\\runs\\a', 'win32'), 'C:\\runs\\a')
  t.is(shellWord('runs\\a b', 'win32'), '"runs\\a b"')
})
