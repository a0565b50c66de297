/** Every page that users read, and the blocks of code in it. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export interface Block {
  readonly page: string
  readonly language: string
  readonly text: string
}

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.md'))
    .map(name => join(folder, name))

const readmesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .flatMap(({ name }) => markdownIn(join(folder, name)))

export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...[
    'actors',
    'environments',
    'examples',
    'recipes',
    'docs',
    'docs/methods',
    'docs/findings',
    'benches/results',
  ].flatMap(markdownIn),
  ...['environments', 'src/methods'].flatMap(readmesIn),
]

export function blocksIn(page: string): readonly Block[] {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', block = '']) => ({
    page,
    language,
    text: block,
  }))
}

/** The commands of a block of shell, each on one line, without comments. */
export const commandsOf = (block: string): readonly string[] =>
  block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map(line => line.replace(/(^|\s)#.*$/, ''))
    .flatMap(line => line.split(/\s&&\s|\s&\s*$/))
    .map(command => command.trim())
    .filter(command => command !== '')

/** The words of a command, without their quotes. */
export const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  )
