/**
 * Stops one run in each phase of an iteration, with all that belongs to it, and lets them all go on at once; or gives a
 * run hardly any processor. Compares what they leave behind with a run that nobody disturbed. Exits with 1 if a death is
 * told or anything but times differs.
 * Usage: npm run chaos:sleep -- --help
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Option } from 'commander'
import { benchmark, numeric } from '../../../benches/command-line.ts'
import { readIfThere } from '../../../src/files/read-if-there.ts'
import { differences } from '../differences.ts'
import { everythingOf } from '../everything.ts'
import { keepBusy } from './keep-busy.ts'
import { trials, type Phase } from './phases.ts'
import { startSleeper, type Sleeper, type SleeperOptions } from './sleeper.ts'

const { seconds, busy, world } = benchmark(
  'npm run chaos:sleep --',
  'Does a run that sleeps or starves end as an undisturbed one?',
)
  .addOption(numeric('--seconds <n>', 'of sleep in each phase', { least: 1, whole: true, usual: 300 }))
  .addOption(new Option('--world <name>', 'that it trains in').choices(['household', 'coding']).default('household'))
  .addOption(numeric('--busy <n>', 'processes that keep the machine busy instead', { whole: true, usual: 0 }))
  .parse()
  .opts<{ seconds: number; busy: number; world: 'household' | 'coding' }>()
const { config: changes, phases } = trials[world]
const folder = await mkdtemp(join(tmpdir(), 'rlanything-sleep-'))
const config = join(folder, 'config.json')
const sleepers = new Set<Sleeper>()
const killAll = (): void => sleepers.forEach(({ kill }) => kill())
process.once('exit', killAll)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const start = (options: Pick<SleeperOptions, 'name' | 'bedtime'>): Sleeper => {
  const sleeper = startSleeper({ world, folder, config, ...options })
  sleepers.add(sleeper)
  return sleeper
}

/** What is wrong with a run that was disturbed. */
async function wrongWith(name: string, undisturbed: unknown): Promise<readonly string[]> {
  const deaths = (await readIfThere(join(folder, name, 'deaths.jsonl')))?.toString() ?? ''
  const told = deaths.split('\n').filter(line => line !== '')
  return [...told, ...differences(await everythingOf(join(folder, name)), undisturbed)]
}

/** Falls asleep in its phase; wakes with all the others. */
async function fallAsleep({ phase, bedtime }: Phase, index: number): Promise<readonly [string, string, Sleeper]> {
  const name = `sleeper-${index}`
  const sleeper = start({ name, bedtime })
  console.log(`${phase}: asleep at ${await sleeper.asleep}`)
  return [phase, name, sleeper]
}

async function sleepInEachPhase(undisturbed: unknown): Promise<number> {
  const asleep = []
  for (const [index, phase] of phases.entries()) asleep.push(await fallAsleep(phase, index))
  await pause(seconds * 1000)
  for (const [, , { wake }] of asleep) wake()
  let faults = 0
  for (const [phase, name, { ended }] of asleep) {
    const wrong = await ended.then(
      () => wrongWith(name, undisturbed),
      (thrown: unknown) => [String(thrown)],
    )
    console.log([`${phase}: ${wrong.length} deaths or differences`, ...wrong.slice(0, 20)].join('\n'))
    faults += wrong.length
  }
  return faults
}

async function starve(undisturbed: unknown): Promise<number> {
  const stop = keepBusy(busy)
  try {
    await start({ name: 'starved' }).ended
  } finally {
    stop()
  }
  const wrong = await wrongWith('starved', undisturbed)
  console.log(
    [`beside ${busy} busy processes: ${wrong.length} deaths or differences`, ...wrong.slice(0, 20)].join('\n'),
  )
  return wrong.length
}

try {
  await writeFile(config, JSON.stringify(changes))
  await start({ name: 'undisturbed' }).ended
  const undisturbed = await everythingOf(join(folder, 'undisturbed'))
  const faults = busy > 0 ? await starve(undisturbed) : await sleepInEachPhase(undisturbed)
  process.exitCode = faults === 0 ? 0 : 1
} finally {
  killAll()
  await rm(folder, { recursive: true, force: true })
}
