/** docs/notation.md: the names it gives are in the code, and those it retires are not. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'

/** Names of the last column that can mean nothing else. Plain words of it ("keep", "score") have other uses. */
const retired = [
  'DeviceTurn',
  'Examination',
  'Examined',
  'Existence',
  'InTurnsOptions',
  'Lane',
  'Ledger',
  'LookAt',
  'Outlook',
  'PlayOrder',
  'Recall',
  'Recalled',
  'Remember',
  'Settled',
  'Spares',
  'Standing',
  'Studio',
  'Substitutes',
  'Taken',
  'TaskBook',
  'ThreadLook',
  'ageOf',
  'asker',
  'cast',
  'complain',
  'createHomes',
  'createKeeper',
  'createLedger',
  'createSieve',
  'cued',
  'detours',
  'existence',
  'inTurn',
  'inTurns',
  'keepers',
  'leadOf',
  'lookAt',
  'loopOrder',
  'makeAhead',
  'malformation',
  'masses',
  'parseLook',
  'recallMemory',
  'recordProbe',
  'rowSlopes',
  'sieve',
  'spares',
  'startCast',
  'studio',
  'trunk',
  'unexamined',
  'unsettled',
  'untidy',
  'withCast',
]

/** Labels of random keys: by another word other numbers would be drawn. */
const label = /\b(?:derive|episodeKey|demonstrations)\([^()]*'judge'/g

const folders = ['src', 'actors', 'environments']
const paths = (
  await Promise.all(
    folders.map(async folder =>
      (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.ts')).map(name => join(folder, name)),
    ),
  )
).flat()
const sources = await Promise.all(paths.map(async path => ({ path, words: wordsOf(await readFile(path, 'utf8')) })))

/** Every word of the code: identifiers, keys and kinds; comments are prose. */
function wordsOf(text: string): ReadonlySet<string> {
  const code = text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(label, '')
  return new Set(code.match(/[\w-]+/g))
}

test('no retired name is in the code', t => {
  t.true(sources.length > 400)
  const wrong = sources.flatMap(({ path, words }) =>
    retired.filter(name => words.has(name)).map(name => `${path}: ${name}`),
  )
  t.deepEqual(wrong, [])
})

test('the reward model has one name', t => {
  const wrong = sources.flatMap(({ path, words }) =>
    path.includes('/prompts') ? [] : [...words].filter(word => /judg/i.test(word)).map(word => `${path}: ${word}`),
  )
  t.deepEqual(wrong, [])
})

test('every name of the glossary is in the code', async t => {
  const known = new Set(sources.flatMap(({ words }) => [...words]))
  const [, terms = ''] = (await readFile('docs/notation.md', 'utf8')).split(/^## /m).slice(1)
  const rows = terms.split('\n').filter(line => line.startsWith('| '))
  const names = rows.flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(match => match[1] ?? ''))
  t.true(names.length > 60)
  const parts = names.flatMap(name => name.split('.'))
  t.deepEqual(
    parts.filter(name => !known.has(name)),
    [],
  )
})
