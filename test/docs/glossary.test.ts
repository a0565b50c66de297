/** One word for one thing: words that were retired are in no page, and in no text that a command, error or page shows. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { pages } from './blocks.ts'

interface Retired {
  readonly word: RegExp
  readonly instead: string
}

/** Of prose and of texts alike. */
const everywhere: readonly Retired[] = [
  { word: /\bshown the other way\b/i, instead: 'contradicted' },
  { word: /\bwhoever\b/i, instead: 'name the subject' },
  { word: /\bnobody\b|\bsomebody\b/i, instead: 'name the subject' },
  { word: /\bcomes? to nothing\b/i, instead: 'fails' },
  { word: /\bof one's own\b/i, instead: 'your own' },
  { word: /\bbut for\b/i, instead: 'except for' },
  { word: /\bjudg(?:e[sd]?|ing|e?ments?)\b/i, instead: 'reward model; vote, verdict, grade' },
  { word: /\bthere again\b/i, instead: 'running again, reachable again' },
  { word: /\bnever made twice\b|\bask once more\b|\bhas begun yet\b/i, instead: 'the plain sentence' },
  { word: /\bin one closed loop\b|\btrain(?:ing)? each other\b/i, instead: 'improve together' },
  { word: /\b(?:formulation|method|world)s? to (?:its|the|their) laws\b/i, instead: 'property-test' },
  { word: /\balso where\b|\bcould be opened\b/i, instead: 'even if' },
]

const ofTexts: readonly Retired[] = [
  ...everywhere,
  { word: /\boracles?\b/i, instead: 'expert' },
  { word: /\bin the place of\b/i, instead: 'instead of' },
  { word: /\bwarning lamps?\b/i, instead: 'health check' },
]

const ofPages: readonly Retired[] = [
  ...ofTexts,
  { word: /\blamps?\b(?! (?:after|changing))/i, instead: 'health check' },
  { word: /\b(?:is|are|be) told\b/i, instead: 'shown, reported' },
  { word: /\bnot shown\b|\*\*shown\*\*/i, instead: 'inconclusive, supported' },
]

const made = ['docs/settings.md', 'docs/measures.md', 'docs/laws.md', 'docs/benchmarks.md']

/** Prose alone: code, names in code and targets of links are held by the tests of code. */
const proseOf = (text: string): string =>
  text
    .replaceAll(/^```.*?^```$/gms, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')

test('no retired word is in a page', async t => {
  const found: string[] = []
  const decisions = (await readdir('docs/decisions')).map(name => join('docs/decisions', name))
  for (const page of [...pages, ...decisions, 'CHANGELOG.md'].filter(name => !made.includes(name))) {
    const prose = proseOf(await readFile(page, 'utf8'))
    for (const { word, instead } of ofPages) {
      const match = word.exec(prose)
      if (match !== null) found.push(`${page}: ${match[0]}: say ${instead}`)
    }
  }
  t.deepEqual(found, [])
})

/** Texts that people may read: literals with a space in them. Prompts are for models, and their words are part of recordings. */
const textsOf = (source: string): readonly string[] =>
  [
    ...source
      .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/[^\n]*$/gm, '')
      .matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g),
  ]
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .filter(text => text.includes(' ') && !text.includes(' from '))

test('no retired word is in a text of a command, an error or a page', async t => {
  const names = await Promise.all(
    ['src', 'actors', 'environments'].map(async folder =>
      (await readdir(folder, { recursive: true })).map(name => join(folder, name)),
    ),
  )
  const paths = names.flat().filter(path => path.endsWith('.ts') && !/\/prompts|household\/play|pddl/.test(path))
  t.true(paths.length > 500)
  const found: string[] = []
  for (const path of paths) {
    const texts = textsOf(await readFile(path, 'utf8'))
    for (const { word, instead } of ofTexts) {
      const text = texts.find(each => word.test(each))
      if (text !== undefined) found.push(`${path}: ${text}: say ${instead}`)
    }
  }
  t.deepEqual(found, [])
})
