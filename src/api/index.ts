/** The runs that the command line and the package offer, as streams; each checks its options first. */
import type { Observable } from 'rxjs'
import { count, flag, listOf, oneOf, opaque, optional, orNull, record, settled, text } from '../user-code/shape.ts'
import { checkedOptions, requireRunConfig } from '../run/actors/checked-options.ts'
import type { DryRunOptions, Forecast } from '../dry-run/counts/forecast.ts'
import type { TrainingEvent } from '../run/events/events.ts'
import type { ResumeOptions, TrainOptions } from './training.ts'

const config = settled
const signal = optional(opaque)
const nats = optional(record({ url: text }))
/** Of `train` and `resume`. */
const started = {
  signal,
  actors: optional(record({})),
  inThread: optional(flag),
  nats,
  formulation: optional(opaque),
}

export const train: (options: TrainOptions) => Observable<TrainingEvent> = checkedOptions(
  { verb: 'train', needs: { config, directory: text, ...started } },
  async () => {
    const [{ trainRun }, { warnOfBrokenLaws }] = await Promise.all([
      import('../run/train.ts'),
      import('./warn-of-broken-laws.ts'),
    ])
    return (options: TrainOptions) => warnOfBrokenLaws(options, trainRun(options))
  },
)
export const dryRun = async (options: DryRunOptions): Promise<Forecast> => {
  await requireRunConfig('dryRun', options.config)
  const { forecastRun } = await import('../dry-run/dry-run.ts')
  return forecastRun(options)
}
export const resume: (options: ResumeOptions) => Observable<TrainingEvent> = checkedOptions(
  { verb: 'resume', needs: { directory: text, iterations: optional(count), ...started } },
  async () => (await import('../run/resume.ts')).resumeRun,
)
export const evaluate = checkedOptions(
  {
    verb: 'evaluate',
    needs: {
      ...{ config, signal, policy: orNull(text), players: optional(record({})), tasks: count },
      splits: listOf(oneOf('train', 'seen', 'unseen')),
    },
  },
  async () => (await import('../run/evaluate.ts')).evaluatePolicy,
)
export const evaluatePrograms = checkedOptions(
  {
    verb: 'evaluatePrograms',
    needs: {
      ...{ items: text, programs: text, environment: optional(record({})), threads: optional(count), signal },
      ...{ sandbox: optional(text), memoryMb: optional(count) },
    },
  },
  async () => (await import('../run/evaluate-programs.ts')).evaluateGivenPrograms,
)
export const warmStart = checkedOptions(
  {
    verb: 'warmStart',
    needs: {
      config,
      out: text,
      preset: optional(orNull(text)),
      recipe: optional(opaque),
      random: optional(flag),
      signal,
    },
  },
  async () => (await import('../warm-start/warm-start.ts')).makeStarters,
)
export const experiment = checkedOptions(
  {
    verb: 'experiment',
    needs: {
      ...{ plan: record({}), directory: text, jobs: optional(count), signal },
      ...{ seeds: optional(listOf(opaque)), arms: optional(listOf(text)), nats },
    },
  },
  async () => (await import('../experiment/runner/run-experiment.ts')).runExperiment,
)
export const bench = checkedOptions(
  { verb: 'bench', needs: { options: optional(opaque), against: optional(opaque), profile: optional(text), signal } },
  async () => (await import('../throughput/bench.ts')).benchThroughput,
)
