/**
 * Trains the default preset of a world by a method again and again while its actors die, at random, by every kind of death; compares what each
 * run leaves behind with one in which nobody died. Some runs are interrupted and resumed. Exits with 1 at the first
 * difference.
 * Usage: npm run chaos -- --help
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { benchmark, numeric } from '../../benches/command-line.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import type { Death } from '../../src/runtime/errors/death.ts'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { trainRun } from '../../src/run/train.ts'
import { eventsOf } from '../run/tiny-run.ts'
import { deathTable } from './death-table.ts'
import { disturbed, wordsOf } from './disturbed.ts'
import { everythingOf } from './everything.ts'
import { drawMortality } from './draw-mortality.ts'

const { minutes, seed, iterations, method, world } = benchmark(
  'npm run chaos --',
  'Does a run whose actors die end as an undisturbed one?',
)
  .addOption(numeric('--minutes <n>', 'to go on for', { least: 1, whole: true, usual: 10 }))
  .addOption(numeric('--seed <n>', 'of the deaths and the run', { whole: true, usual: 1 }))
  .addOption(numeric('--iterations <n>', 'of each run', { least: 1, whole: true, usual: 3 }))
  .option('--method <name>', 'as train takes it', 'rlanything')
  .option('--world <name>', 'as train takes it', 'household')
  .parse()
  .opts<{ minutes: number; seed: number; iterations: number; method: string; world: string }>()
const endMs = performance.now() + minutes * 60_000
const config = await loadRunConfig({
  seed,
  iterations,
  method,
  environment: { name: world, threads: 2 },
  evaluation: { tasks: 32, probeTasks: 16 },
  checkpoint: { every: 1 },
  supervision: { maxRestarts: 1000, hangMs: 1500 },
})
const folder = await mkdtemp(join(tmpdir(), 'rlanything-chaos-'))
const died: Death[] = []
let rounds = 0

try {
  const directory = join(folder, 'undisturbed')
  await eventsOf(trainRun({ config, directory }))
  const undisturbed = await everythingOf(directory)
  let wrong: readonly string[] = []
  while (wrong.length === 0 && (rounds === 0 || performance.now() < endMs)) {
    rounds += 1
    const path = join(folder, `round-${rounds}`)
    const random = randomFrom(derive(rootKey(seed), 'chaos', rounds))
    const mortality = drawMortality(random, rounds)
    /* After the last iteration there is nothing to resume. */
    const interruptAfter = 1 + random.integer(2 * config.iterations)
    const beganMs = performance.now()
    const { deaths, differences } = await disturbed({
      config,
      directory: path,
      mortality,
      undisturbed,
      interruptAfter,
    })
    died.push(...deaths)
    wrong = differences
    const seconds = ((performance.now() - beganMs) / 1000).toFixed(0)
    console.log(`round ${rounds}: ${deaths.length} deaths, ${differences.length} differences, ${seconds} s`)
    if (wrong.length > 0) console.log([...deaths.map(wordsOf), ...differences.slice(0, 20)].join('\n'))
    await rm(path, { recursive: true })
  }
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  console.log(`\n${deathTable(died)}\n\n${rounds} rounds of ${config.iterations} iterations, seed ${seed}`)
  await rm(folder, { recursive: true, force: true })
}
