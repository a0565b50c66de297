/**
 * Stops one run in each phase of an iteration, with all that belongs to it, and lets them all go on at once; or gives a
 * run hardly any processor. Compares what they leave behind with a run that nobody disturbed. Exits with 1 if a death is
 * told or anything but times differs.
 * Usage: npm run chaos:sleep -- [--seconds 300] [--world household|coding] [--busy 0]
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { wholeNumber } from '../../../src/cli/options/whole-number.ts'
import { readIfThere } from '../../../src/files/read-if-there.ts'
import { differences } from '../differences.ts'
import { everythingOf } from '../everything.ts'
import { keepBusy } from './keep-busy.ts'
import { trials, type Phase } from './phases.ts'
import { startSleeper, type Sleeper, type SleeperOptions } from './sleeper.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    world: { type: 'string', default: 'household' },
    busy: { type: 'string', default: '0' },
  },
})
const seconds = wholeNumber('--seconds')(values.seconds)
const busy = wholeNumber('--busy', 0)(values.busy)
const { world } = values
if (world !== 'household' && world !== 'coding')
  throw new RangeError(`--world must be household or coding, got ${world}`)
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
