/** A run as far as it can be known without beginning it: no actor is started, no model computes, nothing is sent or written. */
import { environmentSource } from '../config/environment-source.ts'
import type { RunConfig } from '../config/config.ts'
import { derive, rootKey } from '../math/random.ts'
import { mean } from '../math/statistics.ts'
import { loadRenderers } from '../model/renderers/load-renderers.ts'
import { policyName } from '../rollout/rollout-requests.ts'
import { loadModels } from '../run/actors/load-models.ts'
import { speechOf } from '../run/actors/speech.ts'
import type { StoredModels } from '../run/actors/stored-model.ts'
import { dated } from '../run/events/dated.ts'
import { rootTasks } from '../run/start-run.ts'
import { prepare } from '../run/prepare.ts'
import { plus, times } from './counts/amount.ts'
import { runCounts } from './counts/run-counts.ts'
import type {
  Amount,
  DryRunOptions,
  Forecast,
  ModelForecast,
  ModelPlace,
  TimeForecast,
  TriedSummary,
} from './counts/forecast.ts'
import { forecastTime } from './time/forecast-time.ts'
import { demandOf, type Demand } from './time/demand.ts'
import { paceOfEngine, paceOfRun, type Pace } from './time/pace.ts'
import { maxOffPolicyIterations } from '../learning/staleness.ts'
import { episodesPerWorker } from '../rollout/rollouts.ts'
import { readRunDirectory } from '../run/directory/run-directory.ts'
import { forecastProposer, forecastObserver, observersIn, forecastPolicy } from './models/forecast-model.ts'
import { observerTokens, policyTokens, tryTasks, type Speaker, type TriedEpisodes } from './models/speakers.ts'
import { notesOf } from './notes.ts'

/** Tasks that are tried. */
const triedTasks = 16

/** @throws {RangeError} for what `train` would refuse before it starts anything, and for an earlier run without an iteration. */
export async function forecastRun({ config, formulation, rates, like }: DryRunOptions): Promise<Forecast> {
  const counted = await countRun(dated(config), formulation)
  const pace = like !== undefined ? await paceLike(like) : rates !== undefined ? paceOfEngine(rates) : null
  return { ...counted.forecast, time: pace === null ? null : timeOf(counted, pace) }
}

/** A forecast, and by what its time follows from a pace. */
interface Counted {
  readonly config: RunConfig
  readonly forecast: Omit<Forecast, 'time'>
  /** Of the tried episodes. */
  readonly turns: readonly number[]
  /** Most episodes at once. */
  readonly slots: number
}

async function countRun(config: RunConfig, formulation: unknown): Promise<Counted> {
  const { method, world } = await prepare(config, formulation)
  const stored = await loadModels(method.models(config, world))
  const speakerOf = await speakersOf(config, stored)
  const tasks = await rootTasks(
    config,
    world,
    method.drawsElsewhere ? triedTasks : Math.min(config.tasks.slots, triedTasks),
  )
  const tried = tryTasks(world, tasks, derive(rootKey(config.seed), 'dry run'))
  const counts = runCounts(config, world, method.work(config, world))

  const { proposer } = counts
  const policy = speakerOf(policyName)
  const policyTried = policyTokens(tried, policy, config.policy)
  const observers = observersIn(counts).map(([observer, own]) => {
    const speaker = speakerOf(observer.model)
    return { observer, own, speaker, tried: observerTokens(tried, speaker, observer) }
  })
  const models = [
    forecastPolicy(config, counts, policy, policyTried),
    ...observers.map(({ own, ...watching }) => forecastObserver(config, own, watching, watching.tried)),
    ...(proposer === null || !Object.hasOwn(stored, proposer.model)
      ? []
      : [forecastProposer(proposer, counts, { world, tasks, speaker: speakerOf(proposer.model) })]),
  ]
  const trial = trialOf(tasks.length, tried, {
    [policyName]: policyTried.tooLong,
    ...Object.fromEntries(observers.map(({ observer, tried: { tooLong } }) => [observer.model, tooLong])),
  })
  const { groups, episodes, atOnce, evaluations, measured } = counts
  const forecast = {
    ...{ world: world.name, method: method.name, iterations: config.iterations, trial },
    ...{ drawn: groups.drawn, proposed: groups.proposed, episodesPerGroup: config.tasks.episodes },
    ...{ episodes, turns: times(episodes, policyTried.tokens.turns), atOnce },
    ...{ evaluations, evaluationEpisodes: measured, models },
    episodeBytes: plus(...models.map(({ iteration }) => bytesOf(iteration))),
    disk: config.checkpoint.keep * checkpointBytes(models, 'here'),
    remoteDisk: config.checkpoint.keep * checkpointBytes(models, 'service'),
    notes: notesOf({
      ...{ config, world, method, trial, adapts: proposer !== null },
      speakers: models.map(({ model }) => ({ model, ...speakerOf(model) })),
    }),
  }
  const asked = policy.place === 'service' ? config.engine.tinker.maxConcurrent : Infinity
  const slots = Math.min(config.environment.threads * episodesPerWorker, asked)
  return { config, forecast, turns: tried.episodes.map(({ steps }) => steps.length), slots }
}

const iterationDemand = ({ forecast: { models, episodes }, turns }: Counted): Demand =>
  demandOf(models, ({ iteration }) => iteration, { turns, episodes: episodes.about })

function timeOf(counted: Counted, pace: Pace): TimeForecast {
  const { config, forecast, turns, slots } = counted
  const { models, iterations, evaluations, evaluationEpisodes } = forecast
  const here = models.filter(({ place }) => place === 'here')
  return forecastTime({
    ...{ pace, iterations, evaluations, slots, staleness: maxOffPolicyIterations(config) },
    demand: iterationDemand(counted),
    measured: demandOf(models, ({ evaluation }) => evaluation, { turns, episodes: evaluationEpisodes }),
    sampledBeside: here.some(({ isTrained }) => isTrained) ? here.length : 0,
  })
}

/** @throws {RangeError} if the run has no iteration. */
async function paceLike(folder: string): Promise<Pace> {
  const run = await readRunDirectory(folder)
  const lines = await run.readMetrics()
  if (lines.length === 0) throw new RangeError(`${folder} must be a run with an iteration, got none`)
  const counted = await countRun(run.config, undefined)
  const here = counted.forecast.models.flatMap(({ model, place }) => (place === 'here' ? [model] : []))
  return paceOfRun(lines, iterationDemand(counted), { here, slots: counted.slots })
}

/** @returns a model's, by its name. @throws {RangeError} from it, if there is no such model. */
async function speakersOf(config: RunConfig, stored: StoredModels): Promise<(model: string) => Speaker> {
  const rendererOf = loadRenderers(await speechOf(stored, environmentSource(config.environment), config.policy.date))
  return model => {
    const renderer = rendererOf(model)
    const own = stored[model]
    if (own === undefined) throw new RangeError(`there must be a model named ${model}`)
    const place = own.served !== undefined ? 'server' : config.engine.kind === 'tinker' ? 'service' : 'here'
    return { stored: own, renderer, place }
  }
}

const trialOf = (
  tasks: number,
  { episodes, limit }: TriedEpisodes,
  tooLong: TriedSummary['tooLong'],
): TriedSummary => ({
  tasks,
  episodes: episodes.length,
  tooLong,
  turns: mean(episodes.map(({ steps }) => steps.length)),
  limit,
})

const checkpointBytes = (models: readonly ModelForecast[], where: ModelPlace): number =>
  models.reduce((sum, { place, size }) => sum + (place === where ? (size?.checkpoint ?? 0) : 0), 0)

/** Ids that were read, and ids and log-probabilities that were written. */
const bytesOf = ({ read, written }: ModelForecast['iteration']): Amount => ({
  about: 4 * read.about + 8 * written.about,
  most: 4 * read.most + 8 * written.most,
})
