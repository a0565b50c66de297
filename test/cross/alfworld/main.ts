/**
 * Plays games of our household in the real engine of ALFWorld, and compares text, admissible commands, won and done at every
 * step. Usage: npm run cross:alfworld [-- SEED [small|full]], with an environment that scripts/prepare-alfworld.sh makes and
 * RLANYTHING_ALFWORLD names.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { machine } from '../../../benches/machine.ts'
import { fromGame, toGame } from '../../../environments/household/index.ts'
import { differences } from './differences.ts'
import { gamesOf, sizes, type Game } from './games.ts'
import { speedTable, table, type Played } from './results.ts'

interface Rules {
  readonly domain: string
  readonly grammar: string
  readonly versions: Readonly<Record<string, string>>
}

const script = 'scripts/peers/alfworld-play.py'
/** Small rooms are drawn so often, full ones once. */
const rounds = 2

async function compare(environment: string, seed: number, size: string | undefined): Promise<void> {
  const python = join(environment, 'bin', 'python')
  const { stdout } = await promisify(execFile)(python, [script], { maxBuffer: 2 ** 24 })
  const { versions, ...rules } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Rules
  const games = gamesOf(seed, rounds).filter(game => size === undefined || game.size === size)
  if (games.length === 0) throw new RangeError(`rooms are ${sizes.join(' or ')}, got ${size}`)
  const folder = await mkdtemp(join(tmpdir(), 'rlanything-alfworld-'))
  try {
    const played = await playedThere(python, folder, games, rules)
    const found = games.map((game, index) => differences(game.ours, played[index]?.turns ?? []))
    const lost = games.filter(
      ({ task, ours }) => !isDeepStrictEqual(fromGame(toGame(task, rules, ours.commands), task.stepLimit), task),
    )
    console.log(
      `${await machine()}\n${Object.entries(versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(', ')}. Seed ${seed}.\n`,
    )
    console.log(table(games, found, played))
    console.log(`\n${speedTable(games, played)}\n`)
    for (const [index, each] of found.entries())
      for (const text of each) console.log(`DIFFERENCE in ${games[index]?.name}: ${text}`)
    for (const { name } of lost) console.log(`DIFFERENCE in ${name}: its file does not give the task again`)
    if (lost.length > 0 || found.some(each => each.length > 0)) process.exitCode = 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function playedThere(
  python: string,
  folder: string,
  games: readonly Game[],
  rules: Pick<Rules, 'domain' | 'grammar'>,
): Promise<readonly Played[]> {
  const asked: string[] = []
  for (const [index, { task, ours }] of games.entries()) {
    const own = join(folder, String(index))
    await mkdir(own)
    const file = join(own, 'game.tw-pddl')
    await writeFile(file, toGame(task, rules, ours.commands))
    asked.push(JSON.stringify({ file, commands: ours.commands }))
  }
  const [list, out] = [join(folder, 'games.jsonl'), join(folder, 'played.jsonl')]
  await writeFile(list, `${asked.join('\n')}\n`)
  const child = spawn(python, [script, list, out], { stdio: ['ignore', 'inherit', 'inherit'] })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
  return (await readFile(out, 'utf8'))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Played)
}

const environment = process.env['RLANYTHING_ALFWORLD']
if (environment === undefined)
  console.log('SKIPPED: RLANYTHING_ALFWORLD names no environment; scripts/prepare-alfworld.sh FOLDER makes one')
else await compare(environment, Number(process.argv[2] ?? 1), process.argv[3])
