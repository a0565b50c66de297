/** The README's blocks as a reader would run them: each is tried as it stands, in order, in the project. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { blocksIn, commandsOf, wordsOf } from '../docs/blocks.ts'
import { command } from './command.ts'
import { small } from './small.ts'

/** What makes a command end soon, by its first words. */
const short: readonly (readonly [begins: string, words: readonly string[]])[] = [
  ['train', ['--iterations', '1', ...small.flatMap(setting => ['--set', setting])]],
  ['bench', ['--seconds', '0.1', '--rounds', '1']],
]

/** The file that holds the block of TypeScript, by the text around it. */
const checked = 'product.ts'

/**
 * @param runtime a program and its options, e.g. `deno run -A`, in place of `node` and of the one that `npx` starts.
 * @throws {Error} if a block ends otherwise than it should.
 */
export async function tryReadme(project: string, runtime: string): Promise<string> {
  const [program = '', ...options] = runtime.split(' ')
  const page = join(project, 'node_modules', 'rlanything', 'README.md')
  const told: string[] = []
  const run = async (words: readonly string[], code = 0): Promise<void> => {
    await command(project, [program, ...options, ...words], code)
    told.push(words.at(1) ?? words.join(' '))
  }
  const rlanything = join('node_modules', 'rlanything', 'dist', 'src', 'cli', 'main.js')
  for (const [index, { language, text }] of blocksIn(page).entries()) {
    if (language === 'js') {
      await writeFile(join(project, `readme-${index}.mjs`), text)
      await run([`readme-${index}.mjs`])
    }
    if (language === 'ts') {
      await writeFile(join(project, checked), text)
      /* It breaks a law, as the page says. */
      await run([rlanything, 'check', checked, '--runs', '50', '--law', 'vote-monotone', '--deadline', '120000'], 1)
    }
    if (language !== 'sh') continue
    for (const line of commandsOf(text).filter(each => each.startsWith('npx rlanything '))) {
      const [, , name = '', ...rest] = wordsOf(line)
      /* There from another runtime. */
      if (name === 'init') await rm(join(project, rest[0] ?? ''), { recursive: true, force: true })
      await run([rlanything, name, ...rest, ...(short.find(([begins]) => begins === name)?.[1] ?? [])])
    }
  }
  if (!(await readFile(page, 'utf8')).includes(`rlanything check ${checked}`))
    throw new Error(`README.md must say how ${checked} is checked`)
  return told.join(', ')
}
