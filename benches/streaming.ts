/**
 * What does an iteration take where it need not wait for its slowest episode? RLAnything on a simulated service whose answers take log-normal times,
 * for several `mode.staleness`; 0 is synchronous. Usage: npm run bench:streaming -- --model FOLDER
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastValueFrom, tap } from 'rxjs'
import type { IterationMetrics } from '../src/contracts/metrics.ts'
import { mean } from '../src/math/statistics.ts'
import { parseRunConfig } from '../src/methods/registry/run-config.ts'
import { trainRun } from '../src/run/train.ts'
import { benchmark, numeric, numerics } from './command-line.ts'
import { machine } from './machine.ts'
import { simulatedService } from './scaling/simulated-service.ts'
import { answersOf, serviceSettings } from './scaling/train.ts'
import { cells, header } from './table.ts'

const options = benchmark(
  'npm run bench:streaming --',
  'What does an iteration take where it need not wait for its slowest episode?',
)
  .requiredOption(
    '--model <folder>',
    'with config.json, tokenizer and chat template of the models; weights are not read',
  )
  .addOption(numerics('--episodes <list>', 'of an iteration', { least: 8, whole: true, usual: [1000] }))
  .addOption(numerics('--staleness <list>', 'mode.staleness, of a run each', { whole: true, usual: [0, 4] }))
  .addOption(numeric('--iterations <n>', 'of a run', { least: 1, whole: true, usual: 20 }))
  .addOption(numeric('--turns <n>', 'of each episode', { least: 1, whole: true, usual: 3 }))
  .addOption(numeric('--concurrent <n>', 'requests under way', { least: 1, whole: true, usual: 10_000 }))
  .addOption(numeric('--first <ms>', 'until the first token of an answer, median', { usual: 320 }))
  .addOption(numeric('--token <ms>', 'each token of an answer, median', { usual: 20 }))
  .addOption(numeric('--spread <sigma>', 'of the logarithm of the time of an answer', { usual: 0.9 }))
  .addOption(numeric('--thought <n>', 'words of an action with its thought', { least: 1, whole: true, usual: 75 }))
  .addOption(numeric('--rate <n>', 'tokens a second of passes', { least: 1, usual: 1_000_000 }))
  .parse()
  .opts<{
    model: string
    episodes: readonly number[]
    staleness: readonly number[]
    iterations: number
    turns: number
    concurrent: number
    first: number
    token: number
    spread: number
    thought: number
    rate: number
  }>()

const { model, turns, concurrent, first, token, spread, rate, iterations } = options
const answers = await answersOf(model, { thought: options.thought, reason: 20 })
const speed = { firstTokenMs: first, tokenMs: token, spread, passTokensPerSecond: rate, ...answers }

interface Measured {
  readonly cpuSeconds: number
  readonly metrics: readonly IterationMetrics[]
}

/** Of all iterations, without evaluation: the first ones wait for batches that later ones have at hand. */
const secondsOf = (metrics: readonly IterationMetrics[]): number =>
  mean(metrics.map(({ time }) => (time.total - (time['evaluation'] ?? 0)) / 1000))

async function measure(episodes: number, staleness: number): Promise<Measured> {
  const service = await simulatedService(speed)
  const folder = await mkdtemp(join(tmpdir(), 'rlanything-streaming-'))
  try {
    const config = parseRunConfig({
      ...serviceSettings(service.url, { model, episodes, turns, concurrent, votes: 1 }),
      ...{ iterations, mode: { kind: 'asynchronous', staleness } },
    })
    const metrics: IterationMetrics[] = []
    let began = process.cpuUsage()
    const events = trainRun({ config, directory: join(folder, 'run') }).pipe(
      tap(event => {
        if (event.kind === 'measured') began = process.cpuUsage()
        if (event.kind === 'iteration') metrics.push(event.metrics)
      }),
    )
    await lastValueFrom(events)
    const { user, system } = process.cpuUsage(began)
    return { cpuSeconds: (user + system) / 1e6, metrics }
  } finally {
    service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

console.log(
  `${await machine()} One vote a turn, ${turns} turns an episode, ${iterations} iterations, times without evaluation. Stated: an answer takes ${(first + answers.action.length * token) / 1000} s (median; σ ${spread}), passes ${rate.toLocaleString('en')} tokens a second.\n`,
)
console.log(
  header(['episodes', 'staleness', 's an iteration', 'times as fast', 'mean staleness', 'ms of processor a turn']),
)
for (const episodes of options.episodes) {
  let base: number | undefined
  for (const staleness of options.staleness) {
    const { cpuSeconds, metrics } = await measure(episodes, staleness)
    const seconds = secondsOf(metrics)
    base ??= seconds
    const steps = metrics.reduce((sum, line) => sum + line.steps, 0)
    const ages = metrics.map(({ models: { policy } }) => policy.meanStaleness ?? 0)
    console.log(
      cells([
        ...[episodes.toLocaleString('en'), String(staleness), seconds.toFixed(1)],
        ...[(base / seconds).toFixed(2), mean(ages).toFixed(2), ((1000 * cpuSeconds) / steps).toFixed(2)],
      ]),
    )
  }
}
