/** The runs that the command line and the package offer, as streams; each checks its options first. */
import type { Observable } from 'rxjs'
import { benchThroughput as startBench } from '../throughput/bench.ts'
import { count, flag, listOf, oneOf, opaque, optional, orNull, record, settled, text } from '../user-code/shape.ts'
import { checkedOptions, requireRunConfig } from '../run/actors/checked-options.ts'
import { runExperiment as startExperiment } from '../experiment/runner/run-experiment.ts'
import { evaluateGivenPrograms as startPrograms } from '../run/evaluate-programs.ts'
import { evaluatePolicy as startEvaluation } from '../run/evaluate.ts'
import { resumeRun as startAgain } from '../run/resume.ts'
import { trainRun as start } from '../run/train.ts'
import { makeStarters as startWarm } from '../warm-start/warm-start.ts'
import { forecastRun } from '../dry-run/dry-run.ts'
import type { DryRunOptions, Forecast } from '../dry-run/counts/forecast.ts'
import type { TrainingEvent } from '../run/events/events.ts'
import { warnOfBrokenLaws } from './warn-of-broken-laws.ts'
import type { ResumeOptions, TrainOptions } from './training.ts'

export { diagnose } from '../run/failures/diagnose.ts'
export { examineService } from '../engine/doctor/examine-service.ts'
export { examineRun } from '../run/examine-run.ts'
export { createGateway } from '../gateway/server/create-gateway.ts'
export { serveEngine } from '../serve/serve-engine.ts'
export { replay } from '../run/failures/replay.ts'

const config = settled
const signal = optional(opaque)
/** Of `train` and `resume`. */
const started = { signal, actors: optional(record({})), inThread: optional(flag), formulation: optional(opaque) }

export const train: (options: TrainOptions) => Observable<TrainingEvent> = checkedOptions(
  { verb: 'train', needs: { config, directory: text, ...started } },
  (options: TrainOptions) => warnOfBrokenLaws(options, start(options)),
)
export const dryRun = async (options: DryRunOptions): Promise<Forecast> => {
  await requireRunConfig('dryRun', options.config)
  return forecastRun(options)
}
export const resume: (options: ResumeOptions) => Observable<TrainingEvent> = checkedOptions(
  { verb: 'resume', needs: { directory: text, iterations: optional(count), ...started } },
  startAgain,
)
export const evaluate = checkedOptions(
  {
    verb: 'evaluate',
    needs: {
      ...{ config, signal, policy: orNull(text), players: optional(record({})), tasks: count },
      splits: listOf(oneOf('train', 'seen', 'unseen')),
    },
  },
  startEvaluation,
)
export const evaluatePrograms = checkedOptions(
  {
    verb: 'evaluatePrograms',
    needs: {
      ...{ items: text, programs: text, environment: optional(record({})), threads: optional(count), signal },
      ...{ sandbox: optional(text), memoryMb: optional(count) },
    },
  },
  startPrograms,
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
  startWarm,
)
export const experiment = checkedOptions(
  {
    verb: 'experiment',
    needs: {
      ...{ plan: record({}), directory: text, jobs: optional(count), signal },
      ...{ seeds: optional(listOf(opaque)), arms: optional(listOf(text)) },
    },
  },
  startExperiment,
)
export const bench = checkedOptions(
  { verb: 'bench', needs: { options: optional(opaque), against: optional(opaque), profile: optional(text), signal } },
  startBench,
)
