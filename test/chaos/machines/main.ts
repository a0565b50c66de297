/**
 * Trains on workers in network namespaces of this host while workers are killed, frozen, cut off, delayed and lose packets, and the
 * broker is killed; compares what the run leaves behind with one on a single machine. Exits with 1 if anything but times differs, a
 * loss is not told in time, or nothing happens for two minutes. Needs root, iproute2, nftables and nats-server.
 * Usage: npm run chaos:machines -- --help
 */
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Option } from 'commander'
import { benchmark, numeric } from '../../../benches/command-line.ts'
import type { TrainingEvent } from '../../../src/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { differences } from '../differences.ts'
import { openCluster } from './cluster.ts'
import { drawFaults } from './draw-faults.ts'
import type { RunOrder } from './run-process.ts'
import { createStrikes } from './strikes.ts'
import { toldAfter, toldTable, workerIn, type ToldDeath } from './told.ts'
import { settingsOf, trained } from './trained.ts'

const { world, pages, machines, faults, seed, iterations } = benchmark(
  'npm run chaos:machines --',
  'Does a run on several machines that fail end as one on a single machine?',
)
  .addOption(
    new Option('--world <name>', 'that it trains in')
      .choices(['household', 'coding', 'desk', 'miniwob'])
      .default('household'),
  )
  .addOption(new Option('--pages <path>', "of MiniWoB++: the wheel's folder, unzipped; 64 are in use at once"))
  .addOption(numeric('--machines <n>', 'with a worker each', { least: 1, whole: true, usual: 4 }))
  .addOption(numeric('--faults <n>', 'over the run', { whole: true, usual: 20 }))
  .addOption(numeric('--seed <n>', 'of the faults and the run', { whole: true, usual: 1 }))
  .addOption(numeric('--iterations <n>', 'of the run', { least: 1, whole: true, usual: 20 }))
  .parse()
  .opts<{ world: string; pages?: string; machines: number; faults: number; seed: number; iterations: number }>()

const ends: (() => unknown)[] = []
const owner = { teardown: (end: () => unknown) => void ends.unshift(end) }
const folder = await temporaryFolder(owner)
const startMs = performance.now()
const seconds = (ms: number): string => (ms / 1_000).toFixed(1)
const say = (text: string): void => console.log(`${seconds(performance.now() - startMs).padStart(6)} s  ${text}`)

const orderOf = (name: string, threads: number, url: string | null): RunOrder => ({
  config: { ...settingsOf(world, threads, pages), seed, iterations },
  directory: join(folder, name),
  url,
})

/** @returns what went wrong, in words. */
async function disturbed(undisturbed: unknown): Promise<readonly string[]> {
  const wrong: string[] = []
  const cluster = await openCluster(owner, machines, text => wrong.push(text))
  const strikes = createStrikes({
    ...cluster,
    faults: drawFaults({ seed, faults, places: machines, iterations }),
    tell: say,
    fail: thrown => wrong.push(String(thrown)),
  })
  owner.teardown(strikes.close)

  const deaths: ToldDeath[] = []
  const watch = (event: TrainingEvent): void => {
    if (event.kind === 'measured') strikes.begin(1)
    if (event.kind === 'iteration') strikes.begin(event.metrics.iteration + 1)
    if (event.kind === 'iteration') say(`iteration ${event.metrics.iteration}`)
    if (event.kind === 'warning') say(event.text)
    if (event.kind !== 'died') return
    const { actor, cause, reason } = event.death
    const worker = workerIn(reason)
    say(`${actor} died: ${cause}, ${reason}`)
    if (worker === null) return
    cluster.holders.lost(worker)
    deaths.push({ worker, atMs: performance.now() })
  }
  const found = await trained({ order: orderOf('disturbed', 2 * machines, cluster.url), watch })
  const endMs = performance.now()
  strikes.close()
  const told = strikes.begun.map(fault => ({ ...fault, waited: toldAfter(fault, deaths, endMs) }))
  const untold = told
    .filter(({ waited }) => waited === 'untold')
    .map(
      ({ kind, atMs, workers }) => `${kind} at ${seconds(atMs - startMs)} s: not told of ${workers.join(', ')} in time`,
    )
  const different = differences(found, undisturbed)
  console.log(`\n${toldTable(told)}\n`)
  console.log(
    `${world}, ${iterations} iterations on ${machines} machines, seed ${seed}: ${told.length} of ${faults} faults, ` +
      `${deaths.length} deaths of actors, ${different.length} differences`,
  )
  return [...wrong, ...untold, ...different]
}

const stop = async (): Promise<void> => {
  for (const end of ends.splice(0)) await end()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stop().finally(() => process.exit(1)))

let wrong: readonly string[]
try {
  const undisturbed = await trained({ order: orderOf('undisturbed', 1, null), watch: () => {} })
  say('the undisturbed run has ended')
  wrong = await disturbed(undisturbed)
} catch (thrown) {
  wrong = [String(thrown)]
} finally {
  await stop()
}
console.log(wrong.slice(0, 20).join('\n'))
process.exit(wrong.length === 0 ? 0 : 1)
