/** Every way to run the loop runs: step signals, rules, worlds; and what comes before and after it. */
import test from 'ava'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { lastValueFrom, tap, toArray } from 'rxjs'
import household from '../../environments/household/index.ts'
import { evaluatePolicy } from '../../src/run/evaluate.ts'
import type { WarmStartEvent } from '../../src/warm-start/events.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { trainRun } from './in-thread.ts'
import { makeStarters } from '../../src/warm-start/warm-start.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, played, readMetrics, rewardModelOf, tinyConfig, tinyStarters } from './tiny-run.ts'

const unchanged = { 'tasks.outside': 0, 'tasks.proposed': 0, 'tasks.decided': 0, 'tasks.accepted': 0 }

test.serial(
  "the reward model's votes train the policy and the reward model; by rule sound tasks are played side by side",
  async t => {
    const { directory } = await played(t, { adaptation: { rule: 'sound' } })
    const metrics = await readMetrics(directory)
    t.true(metrics.some(({ models: { policy } }) => policy.samples > 0 && policy.updates > 0 && policy.loss !== null))
    t.true(metrics.map(rewardModelOf).some(({ samples, updates }) => samples > 0 && updates > 0))
    t.true(
      metrics.every(({ measures, invalid }) => typeof measures['reward-model.process'] === 'number' && invalid === 0),
    )
    t.true(metrics.some(({ measures }) => (measures['tasks.proposed'] ?? 0) > 0))
    const lineage = await (await readRunDirectory(directory)).readLineage()
    const decided = lineage.flatMap(event => (event.kind === 'decided' ? [event] : []))
    t.true(decided.length > 0)
    for (const { rule, slot, iteration, current } of decided) {
      const beside = lineage.find(
        event => event.kind === 'measured' && event.iteration === iteration && event.slot === slot,
      )
      t.like(beside, { count: current })
      t.is(rule, 'sound')
    }
  },
)

for (const source of ['expert', 'outcome'] as const) {
  test.serial(
    `with the step signal of the ${source} nobody asks the reward model, and without adaptation tasks stay`,
    async t => {
      const { directory } = await played(t, { iterations: 2, feedback: { source }, adaptation: { enabled: false } })
      const metrics = await readMetrics(directory)
      for (const { measures, models } of metrics) {
        t.like(measures, {
          'reward-model.process': null,
          'reward-model.outcome': null,
          'reward-model.malformed': 0,
          'reward-model.mu': null,
        })
        t.like(models['reward-model'], { samples: 0, updates: 0, loss: null })
        t.like(measures, unchanged)
      }
      t.true(metrics.some(({ models: { policy } }) => policy.samples > 0))
      const lineage = await (await readRunDirectory(directory)).readLineage()
      t.true(lineage.every(({ kind }) => kind === 'rooted' || kind === 'measured'))
    },
  )
}

test.serial('before adaptation.begin no task is changed, and from then on they are', async t => {
  const { directory } = await played(t, { adaptation: { begin: 2 } })
  const [first, ...later] = await readMetrics(directory)
  t.like(first?.measures, unchanged)
  t.true(later.some(({ measures }) => (measures['tasks.proposed'] ?? 0) > 0))
})

test.serial('a frozen reward model votes and is not trained', async t => {
  const { directory } = await played(t, { iterations: 1, rewardModel: { train: false } })
  const [first] = await readMetrics(directory)
  t.like(first, { models: { 'reward-model': { samples: 0, updates: 0 } } })
  t.is(typeof first?.measures['reward-model.process'], 'number')
})

test.serial('the household runs the whole loop', async t => {
  const folder = await temporaryFolder(t)
  const starters = await tinyStarters(folder, household().language)
  const directory = join(folder, 'run')
  const config = tinyConfig(starters, { iterations: 1, environment: { name: 'household' }, evaluation: { every: 0 } })
  const events = await eventsOf(trainRun({ config, directory }))
  t.like(events.at(-1), { kind: 'finished', reason: 'complete' })
  const [row] = await (await readRunDirectory(directory)).readEpisodes(1)
  t.regex(row?.opening ?? '', /Your task is to:/)
  t.regex(row?.situation ?? '', /^\[\d+,-1,/)
  const [metrics] = await readMetrics(directory)
  t.like(metrics, { episodes: 6, invalid: 0, steps: 6 * 12 })
})

test.serial('both engines play and vote on the same episodes', async t => {
  const rows = async (kind: 'onnx' | 'tfjs') => {
    const { directory } = await played(t, { iterations: 1, engine: { kind } })
    return (await readRunDirectory(directory)).readEpisodes(1)
  }
  t.deepEqual(await rows('tfjs'), await rows('onnx'))
})

test.serial('a policy is measured on held-out tasks, the same for every caller', async t => {
  const starters = await tinyStarters(await temporaryFolder(t))
  const config = tinyConfig(starters)
  const options = { config, policy: starters.policy, splits: ['seen', 'unseen'] as const, tasks: 4 }
  const measured = () => lastValueFrom(evaluatePolicy(options).pipe(toArray()))
  const events = await measured()
  t.deepEqual(
    events.map(event =>
      event.kind === 'result'
        ? [event.success.split, event.success.temperature]
        : event.kind === 'progress'
          ? event.done
          : event,
    ),
    [0, ['seen', 0.8], 1, ['seen', 0], 2, ['unseen', 0.8], 3, ['unseen', 0]],
  )
  t.deepEqual(await measured(), events)
})

test.serial('a warm start that is stopped leaves nothing behind', async t => {
  const out = await temporaryFolder(t)
  const stop = new AbortController()
  const config = tinyConfig({ policy: null, rewardModel: null })
  const events: WarmStartEvent[] = []
  const started = makeStarters({ config, out, signal: stop.signal })
  const watched = started.pipe(
    tap(event => {
      events.push(event)
      stop.abort(new Error('enough'))
    }),
  )
  await t.throwsAsync(lastValueFrom(watched), { message: 'enough' })
  t.like(events, [{ kind: 'progress', model: 'policy', done: 1 }])
  t.is(events.length, 1)
  t.deepEqual(await readdir(out), [])
})
