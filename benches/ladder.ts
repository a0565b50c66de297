/**
 * What does each part of the loop add? The same seeds with outcome only, a frozen judge, a trained judge, adaptation
 * on top, and the oracle's labels as the ceiling.
 * Usage: node dist/benches/ladder.js --help
 * Runs that are already finished in FOLDER are not made again; the table is of all that are there.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { lastValueFrom } from 'rxjs'
import { mean, quantile, standardError } from '../src/math/statistics.ts'
import { parseRunConfig } from '../src/config/config.ts'
import type { Summary } from '../src/run/events/events.ts'
import type { IterationMetrics } from '../src/contracts/metrics.ts'
import { readRunDirectory } from '../src/run/directory/run-directory.ts'
import { resumeRun } from '../src/run/resume.ts'
import { trainRun } from '../src/run/train.ts'
import { benchmark, named, numerics, settings } from './command-line.ts'

const off = { adaptation: { enabled: false } }
const rungs: Readonly<Record<string, object>> = {
  outcome: { ...off, feedback: { source: 'outcome' } },
  frozen: { ...off, rewardModel: { train: false } },
  judge: off,
  /** As many episodes as `full` trains on, so that what adaptation adds is not only more of them. */
  more: { ...off, tasks: { perIteration: 20 } },
  full: {},
  oracle: { ...off, feedback: { source: 'oracle' } },
}

interface Outcome {
  readonly before: Summary
  readonly after: Summary
  readonly metrics: readonly IterationMetrics[]
}

const success =
  (when: 'before' | 'after', split: string, temperature: number) =>
  (run: Outcome): number | undefined =>
    run[when].evaluations.find(each => each.split === split && each.temperature === temperature)?.rate

const judge =
  (when: 'before' | 'after', what: 'processBalanced' | 'outcome' | 'malformed') =>
  (run: Outcome): number | null => {
    const { probe } = run[when]
    return probe?.kind === 'verdicts' ? probe[what] : null
  }

const measures: readonly (readonly [string, (run: Outcome) => number | null | undefined])[] = [
  ['unseen T .8 before', success('before', 'unseen', 0.8)],
  ['after', success('after', 'unseen', 0.8)],
  ['unseen greedy before', success('before', 'unseen', 0)],
  ['after', success('after', 'unseen', 0)],
  ['seen T .8 before', success('before', 'seen', 0.8)],
  ['after', success('after', 'seen', 0.8)],
  ['judge process (balanced) before', judge('before', 'processBalanced')],
  ['after', judge('after', 'processBalanced')],
  ['judge outcome before', judge('before', 'outcome')],
  ['after', judge('after', 'outcome')],
  ['malformed before', judge('before', 'malformed')],
  ['after', judge('after', 'malformed')],
  ['accepted', ({ after }) => after.accepted],
  [
    'ms an iteration',
    ({ metrics }) =>
      quantile(
        metrics.map(({ time }) => time.total - time.evaluation),
        0.5,
      ),
  ],
  [
    'steps/s',
    ({ metrics }) =>
      quantile(
        metrics.map(({ time }) => time.stepsPerSecond),
        0.5,
      ),
  ],
  [
    'tokens/s',
    ({ metrics }) =>
      quantile(
        metrics.map(({ time }) => time.tokensPerSecond),
        0.5,
      ),
  ],
]

const ladder = benchmark(
  'node dist/benches/ladder.js',
  'What does each part of the loop add? Runs of the same seeds; those that are finished are not made again.',
)
  .argument('<folder>', 'of the runs')
  .addOption(numerics('--seeds <list>', 'a run of each rung by each', { whole: true, usual: [1, 2, 3] }))
  .addOption(named('--rungs <list>', 'what is trained', { names: Object.keys(rungs) }))
  .addOption(settings('--set <json>', 'a part of the configuration of every run'))
  .parse()
const values = ladder.opts<{ seeds: readonly number[]; rungs: readonly string[]; set: object }>()
const [folder = ''] = ladder.args
await mkdir(folder, { recursive: true })
for (const seed of values.seeds) {
  for (const rung of values.rungs) await climb(folder, rung, seed)
}
await printTable(folder)

/** Makes one run, or resumes it. */
async function climb(folder: string, rung: string, seed: number): Promise<void> {
  const directory = join(folder, `${rung}-${seed}`)
  if ((await outcomeOf(directory)) !== null) return
  const config = parseRunConfig({ ...values.set, ...rungs[rung], seed })
  const began = performance.now()
  await lastValueFrom(
    existsSync(join(directory, 'checkpoints')) ? resumeRun({ directory }) : trainRun({ config, directory }),
  )
  console.log(`${rung} ${seed}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
}

/** What a finished run came to; `null` of one that is not there or not finished. */
async function outcomeOf(directory: string): Promise<Outcome | null> {
  if (!existsSync(directory)) return null
  const run = await readRunDirectory(directory)
  const summary = await run.readSummary()
  if (summary?.after == null) return null
  return { before: summary.before, after: summary.after, metrics: await run.readMetrics() }
}

/** One row a rung: means over the seeds with their standard errors. */
async function printTable(folder: string): Promise<void> {
  console.log(`\n| rung | seeds | ${measures.map(([name]) => name).join(' | ')} |`)
  console.log(`|${'---|'.repeat(measures.length + 2)}`)
  const there = await readdir(folder)
  for (const rung of Object.keys(rungs)) {
    const runs: Outcome[] = []
    for (const name of there.filter(each => each.startsWith(`${rung}-`))) {
      const run = await outcomeOf(join(folder, name))
      if (run !== null) runs.push(run)
    }
    const cells = measures.map(([, of]) => spread(runs.flatMap(run => of(run) ?? [])))
    if (runs.length > 0) console.log(`| ${[rung, runs.length, ...cells].join(' | ')} |`)
  }
}

function spread(found: readonly number[]): string {
  if (found.length === 0) return '–'
  const digits = Math.abs(mean(found)) < 10 ? 3 : 0
  return found.length === 1
    ? mean(found).toFixed(digits)
    : `${mean(found).toFixed(digits)} ± ${standardError(found).toFixed(digits)}`
}
