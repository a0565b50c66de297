/**
 * What does playing ahead gain, and what does it cost? Whole runs of the default preset, synchronous and asynchronous in
 * turn, by the same seeds: time of an iteration without evaluation and checkpoint, steps a second, success after.
 * Usage: npm run bench:modes -- --help
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lastValueFrom } from 'rxjs'
import { shippedStarter } from '../src/config/environment-source.ts'
import { mean, quantile, standardError } from '../src/math/statistics.ts'
import { parseRunConfig } from '../src/methods/registry/run-config.ts'
import type { Summary } from '../src/run/events/events.ts'
import { trainingMs, type IterationMetrics } from '../src/contracts/metrics.ts'
import { readRunDirectory } from '../src/run/directory/run-directory.ts'
import { trainRun } from '../src/run/train.ts'
import { benchmark, named, numeric, settings } from './command-line.ts'
import { machine } from './machine.ts'

const modes: Readonly<Record<string, object>> = {
  synchronous: {},
  asynchronous: { kind: 'asynchronous' },
  'asynchronous, refused': { kind: 'asynchronous', stale: 'drop' },
  'asynchronous, k = 2': { kind: 'asynchronous', staleness: 2 },
  'asynchronous, k = 4': { kind: 'asynchronous', staleness: 4 },
}

const {
  iterations,
  rounds,
  modes: chosen,
  turn,
  set,
} = benchmark('npm run bench:modes --', 'What does playing ahead gain, and what does it cost?')
  .addOption(numeric('--iterations <n>', 'of a run', { least: 1, whole: true, usual: 20 }))
  .addOption(numeric('--rounds <n>', 'runs of each mode, each by its own seed', { least: 1, whole: true, usual: 3 }))
  .addOption(named('--modes <list>', 'with ; between them', { names: Object.keys(modes), separator: ';' }))
  .addOption(numeric('--turn <ms>', 'median time that a turn takes besides; 0 for none', { usual: 0 }))
  .addOption(settings('--set <json>', 'a part of the configuration of every run'))
  .parse()
  .opts<{ iterations: number; rounds: number; modes: readonly string[]; turn: number; set: object }>()

interface Outcome {
  readonly metrics: readonly IterationMetrics[]
  readonly before: Summary
  readonly after: Summary
}

const slow = {
  environment: {
    name: fileURLToPath(new URL('../../experiments/household/slow-household.js', import.meta.url)),
    options: { medianMs: turn },
  },
  starters: { policy: shippedStarter('household', 'policy'), rewardModel: shippedStarter('household', 'reward-model') },
}

console.log(await machine())
const outcomes = new Map<string, Outcome[]>(chosen.map(name => [name, []]))
for (let round = 1; round <= rounds; round += 1) {
  /* Each round in another order, so that no mode is always the first. */
  const order = round % 2 === 1 ? chosen : [...chosen].reverse()
  for (const name of order) {
    const outcome = await run(name, round)
    outcomes.get(name)?.push(outcome)
    console.error(`round ${round}, ${name}: ${perIteration(outcome).toFixed(2)} s an iteration`)
  }
}

const base = outcomes.get(chosen[0] ?? '') ?? []
const columns: readonly (readonly [title: string, of: (runs: readonly Outcome[]) => string])[] = [
  ['s an iteration', runs => spread(runs.map(perIteration), 2)],
  [
    `of ${chosen[0]}`,
    runs =>
      spread(
        runs.map((each, round) => perIteration(each) / perIteration(base[round]!)),
        2,
      ),
  ],
  [
    'steps/s',
    runs =>
      spread(
        runs.map(each => median(each, ({ speed }) => speed.stepsPerSecond)),
        0,
      ),
  ],
  [
    'waiting, s',
    runs =>
      spread(
        runs.map(each => median(each, ({ time }) => time.waiting) / 1000),
        2,
      ),
  ],
  [
    'staleness, policy',
    runs =>
      spread(
        runs.map(each => median(each, ({ models: { policy } }) => policy.meanStaleness ?? 0)),
        2,
      ),
  ],
  [
    'rewardModel',
    runs =>
      spread(
        runs.map(each => median(each, ({ models }) => models['reward-model']?.meanStaleness ?? 0)),
        2,
      ),
  ],
  [
    'actions trained on',
    runs =>
      spread(
        runs.map(each => median(each, ({ models: { policy } }) => policy.samples)),
        0,
      ),
  ],
  [
    'unseen T .8, % before',
    runs =>
      spread(
        runs.map(each => success(each.before, 0.8)),
        1,
      ),
  ],
  [
    'after',
    runs =>
      spread(
        runs.map(each => success(each.after, 0.8)),
        1,
      ),
  ],
  [
    'unseen greedy, % after',
    runs =>
      spread(
        runs.map(each => success(each.after, 0)),
        1,
      ),
  ],
]
console.log(`\n| mode | runs | ${columns.map(([title]) => title).join(' | ')} |`)
console.log(`|${'---|'.repeat(columns.length + 2)}`)
for (const [name, runs] of outcomes)
  console.log(`| ${[name, runs.length, ...columns.map(([, of]) => of(runs))].join(' | ')} |`)

/** One whole run in a folder that is removed afterwards. */
async function run(name: string, seed: number): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'modes-'))
  try {
    const directory = join(folder, 'run')
    const settings = { ...(turn > 0 ? slow : {}), evaluation: { every: 0 }, checkpoint: { every: 0 }, ...set }
    await lastValueFrom(
      trainRun({ config: parseRunConfig({ ...settings, iterations, seed, mode: modes[name] }), directory }),
    )
    const record = await readRunDirectory(directory)
    const summary = await record.readSummary()
    if (summary?.after == null) throw new Error(`the run of ${name} by seed ${seed} has no summary`)
    return { metrics: await record.readMetrics(), before: summary.before, after: summary.after }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Median seconds an iteration, without evaluation and checkpoint; the first two, which warm up, left out. */
function perIteration(outcome: Outcome): number {
  return median(outcome, ({ time }) => trainingMs(time)) / 1000
}

function median({ metrics }: Outcome, of: (line: IterationMetrics) => number): number {
  return quantile(metrics.slice(metrics.length > 4 ? 2 : 0).map(of), 0.5)
}

function success({ evaluations }: Summary, temperature: number): number {
  return (
    100 * (evaluations.find(each => each.split === 'unseen' && each.temperature === temperature)?.rate ?? Number.NaN)
  )
}

function spread(found: readonly number[], digits: number): string {
  const error = found.length < 2 ? '' : ` ± ${standardError(found).toFixed(digits)}`
  return `${mean(found).toFixed(digits)}${error}`
}
