/** A forecast beside the run that it is of. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { rlanythingConfig } from '../../src/methods/rlanything/settings.ts'
import { household } from '../../environments/household/index.ts'
import { forecastRun } from '../../src/dry-run/dry-run.ts'
import type { Amount, Forecast, ModelForecast } from '../../src/dry-run/counts/forecast.ts'
import type { IterationMetrics } from '../../src/contracts/metrics.ts'
import type { RunConfig } from '../../src/config/config.ts'
import { trainRun } from '../../src/run/train.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, readMetrics, tinyConfig, tinyStarters, type Changes } from '../run/tiny-run.ts'

async function tiny(t: ExecutionContext, changes: Changes): Promise<RunConfig> {
  const folder = await temporaryFolder(t)
  const isHousehold = changes.environment?.name === 'household'
  return tinyConfig(await tinyStarters(folder, isHousehold ? household().language : undefined), changes)
}

const modelOf = ({ models }: Forecast, name: string): ModelForecast => {
  const found = models.find(({ model }) => model === name)
  if (found === undefined) throw new RangeError(`no model is named ${name}`)
  return found
}

function counted({ speed }: IterationMetrics, verb: string, model: string) {
  const uses = speed.device.filter(use => use.verb === verb && use.model === model)
  return {
    sequences: uses.reduce((sum, { sequences }) => sum + sequences, 0),
    tokens: uses.reduce((sum, { tokens }) => sum + tokens, 0),
  }
}

/** Of an iteration against the forecast of one. */
function compare(
  t: ExecutionContext,
  forecast: Forecast,
  metrics: readonly IterationMetrics[],
  names: readonly string[] = ['policy', 'reward-model'],
): void {
  const mean = (of: (line: IterationMetrics) => number): number =>
    metrics.reduce((sum, line) => sum + of(line), 0) / metrics.length
  const holds = (what: string, { about, most }: Amount, of: (line: IterationMetrics) => number): void => {
    for (const line of metrics) t.true(of(line) <= most, `${what}: ${of(line)} of at most ${most}`)
    t.true(about <= 3 * mean(of) + 1, `${what}: about ${about}, was ${mean(of)}`)
    t.true(mean(of) <= 3 * about + 1, `${what}: about ${about}, was ${mean(of)}`)
  }
  holds('episodes', forecast.episodes, ({ episodes }) => episodes)
  holds('turns', forecast.turns, ({ steps }) => steps)
  for (const model of names) {
    const { samples, read, written, trained, scored, updates } = modelOf(forecast, model).iteration
    holds(`samples of ${model}`, samples, line => counted(line, 'sample', model).sequences)
    const both = { about: read.about + written.about, most: read.most + written.most }
    holds(`tokens sampled of ${model}`, both, line => counted(line, 'sample', model).tokens)
    for (const line of metrics) {
      t.true(counted(line, 'logprobs', model).tokens <= scored.most)
      t.true(counted(line, 'forward-backward', model).tokens <= trained.most)
      t.true(counted(line, 'optim-step', model).sequences <= updates.most)
    }
  }
}

test('the frozen copy of the reward model and the scoring of soft votes are counted', async t => {
  const rewardModel = { gold: { share: 0.5 } as never, soft: true }
  const config = await tiny(t, { iterations: 1, adaptation: { enabled: false }, rewardModel })
  const directory = join(await temporaryFolder(t), 'run')
  const forecast = await forecastRun({ config })
  await eventsOf(trainRun({ config, directory, inThread: true }))
  const metrics = await readMetrics(directory)
  compare(t, forecast, metrics, ['policy', 'reward-model', 'gold-reward-model'])
  const scoredOf = (changes: object) =>
    forecastRun({ config: { ...config, ...changes } }).then(each => modelOf(each, 'reward-model').iteration.scored.most)
  const hard = { rewardModel: { ...rlanythingConfig(config).rewardModel, soft: false } }
  for (const line of metrics) t.true(counted(line, 'logprobs', 'reward-model').tokens > 0)
  t.true((await scoredOf({})) > (await scoredOf(hard)))
})

test('a run of unchanging tasks counts what was forecast: episodes exactly, the rest within its bounds', async t => {
  const config = await tiny(t, { adaptation: { enabled: false }, policy: { filter: [0, 1] } as never })
  const directory = join(await temporaryFolder(t), 'run')
  const forecast = await forecastRun({ config })
  t.like(forecast, { world: 'colours', method: 'rlanything', drawn: 2, proposed: { about: 0, most: 0 } })
  t.deepEqual(forecast.episodes, { about: 6, most: 6 })
  await eventsOf(trainRun({ config, directory, inThread: true }))
  const metrics = await readMetrics(directory)
  t.true(metrics.every(({ episodes, speed }) => episodes === 6 && !('services' in speed)))
  t.is(forecast.evaluations, 1 + metrics.filter(({ ratios }) => ratios !== undefined).length)
  compare(t, forecast, metrics)
})

test('a run of the household whose tasks change stays within the bounds', async t => {
  const config = await tiny(t, {
    iterations: 2,
    environment: { name: 'household', options: { steps: 5 }, threads: 1 },
    evaluation: { every: 0, tasks: 1, probeTasks: 1 },
  })
  const directory = join(await temporaryFolder(t), 'run')
  const forecast = await forecastRun({ config })
  t.deepEqual(forecast.proposed, { about: 2, most: 2 })
  t.is(forecast.trial.limit, 5)
  await eventsOf(trainRun({ config, directory, inThread: true }))
  compare(t, forecast, await readMetrics(directory))
})

test('more votes and episodes ask for more; methods without a reward model ask for none', async t => {
  const config = await tiny(t, {})
  const { iteration } = modelOf(await forecastRun({ config }), 'reward-model')
  const votes = { ...config, rewardModel: { ...rlanythingConfig(config).rewardModel, votes: 6 } }
  const more = modelOf(await forecastRun({ config: votes }), 'reward-model').iteration
  t.is(more.samples.about, 2 * iteration.samples.about)
  t.true(more.trained.about > iteration.trained.about && more.read.about === iteration.read.about)
  const episodes = await forecastRun({ config: { ...config, tasks: { ...config.tasks, episodes: 6 } } })
  t.is(
    modelOf(episodes, 'policy').iteration.samples.most,
    2 * modelOf(await forecastRun({ config }), 'policy').iteration.samples.most,
  )
  const grpo = await forecastRun({ config: { ...config, method: 'grpo' } })
  t.deepEqual(
    grpo.models.map(({ model }) => model),
    ['policy'],
  )
})

test('engines: memory and disk are here or on the service, and a reward model on a server has neither', async t => {
  const config = await tiny(t, { environment: { name: 'household', options: { steps: 5 }, threads: 1 } })
  const here = await forecastRun({ config })
  t.true(here.disk > 0 && here.remoteDisk === 0)
  const tfjs = await forecastRun({ config: { ...config, engine: { ...config.engine, kind: 'tfjs' } } })
  t.is(modelOf(tfjs, 'policy').size?.cache.most, 0)
  const tinker = { ...config.engine.tinker, url: 'http://127.0.0.1:1', rank: 8, maxConcurrent: 4 }
  const service = await forecastRun({ config: { ...config, engine: { ...config.engine, kind: 'tinker', tinker } } })
  t.true(service.disk === 0 && service.remoteDisk > 0)
  t.like(modelOf(service, 'policy'), { place: 'service', underWay: { about: 4, most: 4 } })
  t.true(modelOf(service, 'policy').iteration.scored.about === 2 * modelOf(here, 'policy').iteration.scored.about)
  t.true(
    modelOf(service, 'reward-model').iteration.trained.about > modelOf(here, 'reward-model').iteration.trained.about,
  )

  const rewardModel = { url: 'http://127.0.0.1:1', maxConcurrent: 5 } as never
  const served = await tiny(t, {
    environment: { name: 'household', options: { steps: 5 }, threads: 1 },
    rewardModel: { train: false, service: rewardModel, maxTokens: 100 },
    adaptation: { service: rewardModel, attempts: 2 },
  })
  const forecast = await forecastRun({ config: served })
  t.deepEqual(
    forecast.models.map(({ model, place, size }) => [model, place, size === null]),
    [
      ['policy', 'here', false],
      ['reward-model', 'server', true],
      ['adapter', 'server', true],
    ],
  )
  const { iteration, calls, underWay } = modelOf(forecast, 'reward-model')
  t.deepEqual(calls, iteration.samples)
  t.is(underWay.most, 5)
  t.like(iteration.trained, { about: 0, most: 0 })
  t.true(forecast.notes.some(note => note.includes('four bytes')))
})

test('a method says itself what a forecast leaves out; of one that does not, the forecast says so', async t => {
  const config = await tiny(t, {})
  const uncounted = async (method: string): Promise<readonly string[]> =>
    (await forecastRun({ config: { ...config, method } })).notes.filter(note => note.startsWith('Not counted'))
  t.deepEqual(await uncounted('rlanything'), [])
  t.deepEqual(await uncounted('grpo'), [])
  t.deepEqual(await uncounted('istar'), [
    'Not counted, of the method istar: its reward model, which is scored and trained on every trajectory.',
  ])
  const own = fileURLToPath(new URL('../fixtures/methods/reinforce.js', import.meta.url))
  t.regex((await uncounted(own))[0] ?? '', /: what it computes besides, of which it says nothing\.$/)
})

test('what train would refuse is refused', async t => {
  const config = await tiny(t, {})
  await t.throwsAsync(forecastRun({ config: { ...config, method: 'none' } }), { instanceOf: RangeError })
  const missing = { ...config, starters: { ...config.starters, policy: 'nowhere' } }
  await t.throwsAsync(forecastRun({ config: missing }), { message: /nowhere/ })
})
