/**
 * Does a dry run say how long a run takes? One run is measured; from its times the others are forecast, and then run.
 * Usage: npm run bench:forecast -- --help
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastValueFrom } from 'rxjs'
import { laidOver } from '../src/config/tree.ts'
import type { TimeForecast } from '../src/dry-run/counts/forecast.ts'
import { forecastRun } from '../src/dry-run/dry-run.ts'
import { meanTimes } from '../src/dry-run/time/pace.ts'
import { quantile } from '../src/math/statistics.ts'
import { loadRunConfig } from '../src/methods/registry/run-config.ts'
import { readRunDirectory } from '../src/run/directory/run-directory.ts'
import { trainRun } from '../src/run/train.ts'
import { benchmark, named, numeric, settings } from './command-line.ts'
import { machine } from './machine.ts'
import { cells, header } from './table.ts'

/** None, for the noise of the machine; each of the settings that a time depends on, changed alone, and some together. */
const variants: Readonly<Record<string, object>> = {
  'the same again': {},
  'twice the tasks': { tasks: { perIteration: 32 } },
  'twice the episodes': { tasks: { episodes: 16 } },
  'half the tasks': { tasks: { perIteration: 8 } },
  'a third of the votes': { rewardModel: { votes: 1 } },
  'frozen reward model': { rewardModel: { train: false } },
  'played ahead': { mode: { kind: 'asynchronous' } },
  'played ahead, twice the tasks': { mode: { kind: 'asynchronous' }, tasks: { perIteration: 32 } },
}

const {
  iterations,
  rounds,
  variants: chosen,
  set,
} = benchmark('npm run bench:forecast --', 'Does a dry run say how long a run takes?')
  .addOption(numeric('--iterations <n>', 'of a run', { least: 2, whole: true, usual: 8 }))
  .addOption(numeric('--rounds <n>', 'of which the median error is given', { least: 1, whole: true, usual: 3 }))
  .addOption(named('--variants <list>', 'with ; between them', { names: Object.keys(variants), separator: ';' }))
  .addOption(settings('--set <json>', 'a part of the configuration of every run'))
  .parse()
  .opts<{ iterations: number; rounds: number; variants: readonly string[]; set: object }>()

type Times = Pick<TimeForecast, 'iteration' | 'samplerIdle' | 'trainerIdle'>

const base = { environment: { name: 'household' }, iterations, evaluation: { every: 0, tasks: 1 } }
const folder = await mkdtemp(join(tmpdir(), 'forecast-'))
const configOf = (variant: object) => loadRunConfig(laidOver(laidOver(base, set), variant))

async function measured(name: string, variant: object): Promise<string> {
  const directory = join(folder, name)
  await rm(directory, { recursive: true, force: true })
  await lastValueFrom(trainRun({ config: await configOf(variant), directory }), { defaultValue: null })
  return directory
}

async function timesOf(directory: string): Promise<Times> {
  const { rollout, training, iteration } = meanTimes(await (await readRunDirectory(directory)).readMetrics())
  const idle = (busy: number): number => Math.max(0, 1 - busy / iteration)
  return { iteration, samplerIdle: idle(rollout), trainerIdle: idle(training) }
}

const errors = new Map<string, { readonly said: TimeForecast; readonly was: Times }[]>()
console.log(await machine())
for (let round = 1; round <= rounds; round += 1) {
  const like = await measured('like', {})
  for (const name of chosen) {
    const variant = variants[name] ?? {}
    const { time: said } = await forecastRun({ config: await configOf(variant), like })
    if (said === null) throw new Error(`${name}: a forecast like ${like} must have a time`)
    const was = await timesOf(await measured('other', variant))
    errors.set(name, [...(errors.get(name) ?? []), { said, was }])
    console.error(
      `round ${round}, ${name}: ${said.iteration.toFixed(2)} s said, ${was.iteration.toFixed(2)} s measured`,
    )
  }
}
await rm(folder, { recursive: true })

const seconds = (value: number): string => value.toFixed(2)
const share = (value: number): string => (100 * value).toFixed(0)
const columns: readonly (readonly [title: string, key: keyof Times, text: (value: number) => string])[] = [
  ['iteration, s', 'iteration', seconds],
  ['sampler idle, %', 'samplerIdle', share],
  ['trainer idle, %', 'trainerIdle', share],
]
console.log(
  header(['forecast · measured, medians', ...columns.map(([title]) => title), 'iteration, forecast / measured']),
)
for (const [name, pairs] of errors) {
  const median = (of: (pair: (typeof pairs)[number]) => number): number => quantile(pairs.map(of), 0.5)
  console.log(
    cells([
      name,
      ...columns.map(
        ([, key, text]) => `${text(median(({ said }) => said[key]))} · ${text(median(({ was }) => was[key]))}`,
      ),
      median(({ said, was }) => said.iteration / was.iteration).toFixed(2),
    ]),
  )
}
