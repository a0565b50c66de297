/**
 * The starters of the household, trained in two ways with the same settings: by the local engine, and by our server of the Tinker API in front
 * of one. Draws differ, for the API has seeds of its own; what does not hang on draws is the same, the rest is near.
 */
import { join } from 'node:path'
import test from 'ava'
import { lastValueFrom, toArray } from 'rxjs'
import type { Success } from '../../src/contracts/metrics.ts'
import type { RunConfig } from '../../src/config/config.ts'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { shippedStarter } from '../../src/config/environment-source.ts'
import { evaluatePolicy } from '../../src/run/evaluate.ts'
import { trainRun } from '../../src/run/train.ts'
import { servedModels } from '../fixtures/http/served-models.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, readMetrics } from '../run/tiny-run.ts'

const tasks = 32

test('household on serve-engine: greedy as on the local engine, trained alike', async t => {
  const folder = await temporaryFolder(t)
  const models = {
    policy: shippedStarter('household', 'policy'),
    rewardModel: shippedStarter('household', 'reward-model'),
  }
  const { url } = await servedModels(t, { models, key: null })
  const configOf = (engine: object): Promise<RunConfig> =>
    loadRunConfig({
      iterations: 2,
      environment: { name: 'household' },
      engine: { threads: 1, ...engine },
      tasks: { slots: 16, perIteration: 4, episodes: 8 },
      evaluation: { every: 2, tasks, probeTasks: 8, splits: ['unseen'], temperatures: [0] },
    })
  const configs = {
    local: await configOf({}),
    served: await configOf({
      kind: 'tinker',
      tinker: { url, baseModels: { policy: 'policy', 'reward-model': 'rewardModel' } },
    }),
  }
  const [before, there] = [await greedy(configs.local), await greedy(configs.served)]
  t.is(before.tasks, tasks)
  t.is(there.wins, before.wins)

  const results = []
  for (const [name, config] of Object.entries(configs)) {
    const directory = join(folder, name)
    const events = await eventsOf(trainRun({ config, directory }))
    t.false(events.some(({ kind }) => kind === 'died'))
    const lines = await readMetrics(directory)
    t.log(name, JSON.stringify(lines.map(({ success, models, evaluations }) => ({ success, models, evaluations }))))
    results.push(lines)
  }
  const [local = [], served = []] = results
  t.is(served.length, local.length)
  const last = [local, served].map(lines => lines.at(-1)?.evaluations[0]?.rate ?? NaN)
  t.true(Math.abs((last[0] ?? NaN) - (last[1] ?? NaN)) <= bound(last), `success ${last.join(' and ')}`)
  for (const [index, own] of served.entries()) {
    const wanted = local[index]
    for (const which of ['policy', 'reward-model']) {
      const [one, other] = [own.models[which], wanted?.models[which]]
      t.true(Math.abs((one?.loss ?? NaN) - (other?.loss ?? NaN)) < 0.1, `${which}: ${one?.loss} and ${other?.loss}`)
      t.true(Math.abs(one?.kl ?? NaN) < 0.02)
      const ratio = (one?.gradientNorm ?? NaN) / (other?.gradientNorm ?? NaN)
      t.true(ratio > 1 / 3 && ratio < 3, `norms of the gradient of ${which}: ${ratio}`)
    }
  }
})

/** Three standard errors of the difference of two success shares. */
const bound = (rates: readonly number[]): number =>
  3 * Math.sqrt(rates.reduce((sum, rate) => sum + (rate * (1 - rate)) / tasks, 0)) + 1 / tasks

async function greedy(config: RunConfig): Promise<Success> {
  const evaluated = evaluatePolicy({ config, policy: null, splits: ['unseen'], tasks })
  const events = await lastValueFrom(evaluated.pipe(toArray()))
  const [success] = events.flatMap(event => (event.kind === 'result' ? [event.success] : []))
  if (success === undefined) throw new Error('nothing was measured')
  return success
}
