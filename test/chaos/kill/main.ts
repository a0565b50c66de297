/**
 * Kills one run again and again, at random moments, with SIGKILL; resumes it each time; compares what it leaves behind
 * with that of a run that nobody killed. Exits with 1 if anything but times differs.
 * Usage: npm run chaos:kill -- --help
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Option } from 'commander'
import { benchmark, numeric } from '../../../benches/command-line.ts'
import { mean } from '../../../src/math/statistics.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { type RunConfig } from '../../../src/config/config.ts'
import { readMetrics, tinyConfig, tinyStarters } from '../../run/tiny-run.ts'
import { differences } from '../differences.ts'
import { everythingOf } from '../everything.ts'
import { drawEarlyKill, drawKill, type Pace } from './draw-kill.ts'
import { live, type Kill, type Life } from './life.ts'
import { lives } from './lives.ts'

const { kills, seed, world } = benchmark(
  'npm run chaos:kill --',
  'Does a run that is killed and resumed end as an unbroken one?',
)
  .addOption(numeric('--kills <n>', 'over one run', { least: 1, whole: true, usual: 50 }))
  .addOption(numeric('--seed <n>', 'of the moments and the run', { whole: true, usual: 1 }))
  .addOption(
    new Option('--world <name>', 'that it trains in').choices(['household', 'coding', 'colours']).default('household'),
  )
  .parse()
  .opts<{ kills: number; seed: number; world: string }>()
const folder = await mkdtemp(join(tmpdir(), 'rlanything-kill-'))

/** From one kill to the next it makes fewer than two iterations, for it goes back to a checkpoint: it is not over before the last. */
async function configuration(): Promise<RunConfig> {
  const changes = { seed, iterations: 2 * kills, checkpoint: { every: 2 } }
  if (world === 'colours') return tinyConfig(await tinyStarters(folder), changes)
  return parseRunConfig({
    ...changes,
    environment: { name: world },
    tasks: { slots: 32, perIteration: 4, episodes: 4 },
    evaluation: { every: 5, tasks: 8, probeTasks: 8 },
  })
}

function* randomKills(pace: Pace): Generator<Kill> {
  for (let cycle = 0; cycle < kills; cycle += 1) {
    const random = randomFrom(derive(rootKey(seed), 'kill', cycle))
    yield cycle < kills / 10 ? drawEarlyKill(random) : drawKill(random, pace)
  }
}

try {
  const config = join(folder, 'config.json')
  await writeFile(config, JSON.stringify(await configuration()))
  const began = performance.now()
  await live({ folder, name: 'undisturbed', config })
  const iterations = (await readMetrics(join(folder, 'undisturbed'))).map(({ time }) => time.total)
  const iterationMs = mean(iterations)
  const startMs = performance.now() - began - iterationMs * iterations.length
  console.log(`undisturbed: ${iterations.length} iterations of ${Math.round(iterationMs)} ms`)

  const killed: Life[] = []
  for await (const life of lives({ folder, name: 'killed', config }, randomKills({ startMs, iterationMs }))) {
    if (life.end === 'complete') break
    killed.push(life)
    console.log(`${killed.length}: ${life.command} killed ${life.write ?? whenOf(life)}`)
  }
  const undisturbed = await everythingOf(join(folder, 'undisturbed'))
  const wrong = differences(await everythingOf(join(folder, 'killed')), undisturbed)
  console.log(wrong.slice(0, 20).join('\n'))
  console.log(`${killed.length} kills, seed ${seed}: ${wrong.length} differences`)
  process.exitCode = wrong.length === 0 && killed.length === kills ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

function whenOf({ printed }: Life): string {
  return `after ${JSON.stringify(printed.trim().split('\n').at(-1))}`
}
