/**
 * Every block of code of every page is run as far as a test can: programs are pieces of sources that are compiled and run, commands are
 * read by the command line to where their work begins, configurations are parsed. `excused.ts` has the others.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import test from 'ava'
import { parseExperimentPlan, parseRunConfig } from '../../src/index.ts'
import { commandLine } from '../cli/command-line.ts'
import { blocksIn, commandsOf, pages, wordsOf, type Block } from './blocks.ts'
import { excused, type Excused } from './excused.ts'
import { bare, isPiece, shownSources } from './guide.ts'

const blocks = pages.flatMap(blocksIn)
const used = new Set<Excused>()

/** Whether it is in the list; an entry for it counts as used. */
function isExcused(page: string, text: string): boolean {
  const found = excused.filter(entry => entry.page === page && text.startsWith(entry.begins))
  for (const entry of found) used.add(entry)
  return found.length > 0
}

/* Of shell each command is looked at by itself. */
const toRun = blocks.filter(({ page, language, text }) => language === 'sh' || !isExcused(page, text))
const ofLanguages = (...languages: readonly string[]): readonly Block[] =>
  toRun.filter(({ language }) => languages.includes(language))

test('each block is in a language that is run, or excused', t => {
  const known = ['ts', 'js', 'sh', 'json']
  t.deepEqual(
    toRun.filter(({ language }) => !known.includes(language)),
    [],
  )
  t.true(pages.length > 60 && blocks.length > 150)
})

test('programs are pieces of sources that run', async t => {
  const sources = (await shownSources()).map(bare)
  const nowhere = ofLanguages('ts', 'js').filter(({ text }) => !sources.some(source => isPiece(source, text)))
  t.deepEqual(nowhere, [])
})

test('the page of the examples installs what they import', async t => {
  const [block] = blocksIn('examples/README.md')
  const installed = commandsOf(block?.text ?? '').flatMap(command =>
    command.startsWith('npm install') ? wordsOf(command).slice(2) : [],
  )
  const sources = (await readdir('examples')).filter(name => name.endsWith('.ts'))
  const texts = await Promise.all(sources.map(name => readFile(`examples/${name}`, 'utf8')))
  const imported = texts.flatMap(text =>
    [...text.matchAll(/^(?:import|\} from) .*?'(?!node:|\.)([\w-]+)/gm)].map(([, name]) => name),
  )
  t.true(imported.includes('rxjs'))
  t.deepEqual(
    imported.filter(name => !installed.includes(name ?? '')),
    [],
  )
})

test('configurations and plans are parsed', t => {
  for (const { page, text } of ofLanguages('json')) {
    const { $schema: _, ...value } = JSON.parse(text)
    t.notThrows(() => ('arms' in value ? parseExperimentPlan(value) : parseRunConfig(value)), page)
  }
})

const commands = ofLanguages('sh').flatMap(({ page, text }) =>
  commandsOf(text)
    .filter(command => !isExcused(page, command))
    .map(command => ({ page, command })),
)

/** Understood, but the files of the example are not here. */
const notHere = /is not a run|there is no|ENOENT|no such|not found/

test('commands of rlanything are understood', async t => {
  const ours = commands.filter(({ command }) => /^(npx )?rlanything /.test(command))
  t.true(ours.length > 60)
  for (const { page, command } of ours) {
    const words = wordsOf(command.replace(/^(npx )?rlanything /, '').replaceAll('node_modules/rlanything/', ''))
    let interrupt = (): void => {}
    const { asked, code, errors } = await commandLine(withFreePort(words), {
      interrupt: send => {
        interrupt = () => send()
        setImmediate(interrupt)
      },
      told: () => setImmediate(interrupt),
    })
    t.true(asked.length > 0 || code === 0 || code === 130 || notHere.test(errors), `${page}: ${command}: ${errors}`)
  }
})

const servers = ['serve', 'serve-engine', 'gateway', 'watch', 'play']

/** A test takes no port that somebody else may want. */
function withFreePort(words: readonly string[]): readonly string[] {
  if (!servers.includes(words[0] ?? '')) return words
  const at = words.indexOf('--port')
  const opens = words[0] === 'watch' || words[0] === 'play'
  return [...(at < 0 ? words : words.toSpliced(at, 2)), '--port', '0', ...(opens ? ['--no-open'] : [])]
}

test('other commands name scripts and programs of the repository', async t => {
  const [scripts, ofSite] = await Promise.all(['.', 'site'].map(scriptsOf))
  const others = commands.filter(({ command }) => !/^(npx )?rlanything /.test(command))
  const unknown = others.filter(({ command }) => {
    const [program = '', first = '', second = ''] = wordsOf(command)
    if (command.startsWith('npm --prefix site ')) return !isOfNpm(ofSite ?? [], wordsOf(command).slice(3))
    if (program === 'npm') return !isOfNpm(scripts ?? [], [first, second])
    if (program === 'node') return !existsSync(sourceOf(first))
    if (program === 'npx' && first === 'ava') return !existsSync(sourceOf(second))
    return !existsSync(program)
  })
  t.deepEqual(unknown, [])
})

async function scriptsOf(folder: string): Promise<readonly string[]> {
  const { scripts } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'))
  return Object.keys(scripts)
}

const isOfNpm = (scripts: readonly string[], [first = '', second = '']: readonly string[]): boolean =>
  first === 'ci' || scripts.includes(first === 'run' ? second : first)

/** The source of what is compiled to `dist`. */
const sourceOf = (path: string): string => path.replace(/^dist\//, '').replace(/\.js$/, '.ts')

test('nothing is excused that is not there, and each test that is named is', t => {
  t.deepEqual(
    excused.filter(entry => !used.has(entry)),
    [],
  )
  const named = excused.flatMap(({ why }) => /test\/[\w/.-]+\.ts/.exec(why) ?? [])
  t.deepEqual(
    named.filter(path => !existsSync(path)),
    [],
  )
})
