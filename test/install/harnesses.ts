/** Programs that a user writes around the package: each is run in the project as it is, and must print its first result. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { command } from './command.ts'

interface Harness {
  readonly name: string
  readonly line: readonly [string, ...string[]]
  /** Of its first result. */
  readonly says: RegExp
}

const script = (name: string, says: RegExp): Harness => ({ name, line: ['node', `${name}.mjs`], says })

const harnesses: readonly Harness[] = [
  script('episodes', /^\d+ of 200 won$/m),
  script('votes', /^\d+ of \d+ votes are good$/m),
  script('own-loop', /^iteration 1 loss -?\d/m),
  script('tap', /^bonus [01]/m),
  script('signal', /^success 0?\.?\d/m),
  script('server', /^\{"won":\d+\}$/m),
  { name: 'suite.test', line: ['npx', 'vitest', 'run', 'suite.test.mjs'], says: /1 passed/ },
  script('gateway', /^said: \S/m),
  script('notebook', /^> \w+.*$/m),
]

/** Runs all, and tells the lines of each and the seconds to its first result. */
export async function tryHarnesses(project: string, tell: (text: string) => void): Promise<void> {
  await command(project, ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', 'fastify@5'])
  const folder = join(project, 'examples', 'harnesses')
  for (const harness of harnesses) {
    const lines = (await readFile(join(folder, `${harness.name}.mjs`), 'utf8')).split('\n')
    const code = lines.filter(line => line.trim() !== '' && !line.startsWith('//')).length
    tell(`${harness.name}: ${code} lines, first result after ${(await firstResult(folder, harness)).toFixed(1)} s`)
  }
}

/** @returns s. @throws {Error} if it ends with another code than 0, or without a result. */
async function firstResult(folder: string, { name, line: [program, ...words], says }: Harness): Promise<number> {
  const began = performance.now()
  const child = spawn(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  let ms: number | null = null
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (ms === null && says.test(printed)) ms = performance.now() - began
    })
  await once(child, 'close')
  if (child.exitCode !== 0 || ms === null)
    throw new Error(
      `${name} must print ${String(says)} and end with 0, got ${child.exitCode ?? child.signalCode}:\n${printed}`,
    )
  return ms / 1000
}
