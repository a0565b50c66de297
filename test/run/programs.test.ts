/** A run in a world whose steps are programs: the tests that the reward model writes train it, on any thread and at any time. */
import test, { type ExecutionContext } from 'ava'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lastValueFrom, toArray } from 'rxjs'
import { actorModule } from '../../src/rollout/actor-module.ts'
import { type ActorOverrides } from '../../src/run/actors/roles.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import type { EpisodeRow } from '../../src/run/directory/records/episode-row.ts'
import { resumeRun, trainRun } from './in-thread.ts'
import { makeStarters } from '../../src/warm-start/warm-start.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import type { End, MortalOptions } from './mortal.ts'
import { eventsOf, readMetrics, rewardModelOf, remains, tinyConfig, type Changes } from './tiny-run.ts'

const formulas = fileURLToPath(new URL('../../examples/formulas.js', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'rlanything-'))
test.after.always(() => rm(folder, { recursive: true, force: true }))

/** Models that have learned a little of the world. */
const starters = { policy: join(folder, 'made', 'policy'), rewardModel: join(folder, 'made', 'reward-model') }

const configOf = ({ environment, ...changes }: Changes = {}) =>
  tinyConfig(starters, {
    iterations: 3,
    tasks: { slots: 6, perIteration: 3, episodes: 4 },
    policy: { maxTokens: 6, minibatches: 2, learningRate: 1e-3 },
    rewardModel: { maxTokens: 5, minibatches: 2, learningRate: 1e-3, votes: 2, filter: [0, 1] },
    ...changes,
    environment: { name: formulas, ...environment },
  })

async function run(t: ExecutionContext, changes: Changes = {}, actors: ActorOverrides = {}) {
  const directory = join(await temporaryFolder(t), 'run')
  return { directory, events: await eventsOf(trainRun({ config: configOf(changes), directory, actors })) }
}

test.serial.before(
  'a reward model that writes tests is taught by right ones, and measured on groups of programs',
  async t => {
    const small = { hidden_size: 32, intermediate_size: 48, num_hidden_layers: 1, num_attention_heads: 2 }
    const taught = { episodes: 16, learningRate: 1e-2 }
    const recipe = {
      model: { ...small, num_key_value_heads: 1 },
      policy: { ...taught, batches: 100, randomActionRate: 0, corruptedActionRate: 0 },
      rewardModel: { ...taught, batches: 60, tests: 3 },
    }
    const made = makeStarters({ config: configOf(), out: join(folder, 'made'), recipe })
    const events = await lastValueFrom(made.pipe(toArray()))
    const losses = events.flatMap(event => (event.kind === 'progress' ? [event] : []))
    for (const model of ['policy', 'reward-model']) {
      const [first, last] = [losses.find(each => each.model === model), losses.findLast(each => each.model === model)]
      t.true((last?.loss ?? Infinity) < (first?.loss ?? 0) / 1.5, model)
    }
    /* Two tasks of four programs, each with two tests. */
    t.like(events.at(-1), { kind: 'measured', measures: { 'probe.tests': 16 } })
  },
)

/** R of a test by what it is said to have done, for a group with so many incorrect programs. */
function rewardOf(byCorrect: number | null, byIncorrect: number | null, incorrect: number): number | null {
  if (byCorrect === null) return null
  if (incorrect === 0) return byCorrect === 1 ? 1 : -1
  const passing = Math.round((byIncorrect ?? 0) * incorrect)
  return byCorrect === 1 ? incorrect - passing : -passing
}

test.serial('programs are rewarded by what they pass, tests by what they tell apart, and both train', async t => {
  const { directory } = await run(t)
  const metrics = await readMetrics(directory)
  const record = await readRunDirectory(directory)
  let unknown = 0
  for (const line of metrics) {
    const {
      iteration,
      measures,
      models: { policy },
    } = line
    const rewardModel = rewardModelOf(line)
    const rows = await record.readEpisodes(iteration)
    t.true(rows.every(({ reward, score, won }) => reward === score && won === (score === 1)))
    const groups = new Map<string, readonly EpisodeRow[]>()
    for (const row of rows) groups.set(`${row.use} ${row.slot}`, [...(groups.get(`${row.use} ${row.slot}`) ?? []), row])
    for (const group of groups.values()) {
      const incorrect = group.filter(({ won }) => !won).length
      for (const { noteRewards, noteAdvantages, passedByCorrect, passedByIncorrect } of group) {
        t.is(noteRewards.length, 2)
        noteRewards.forEach((reward, index) => {
          const expected = rewardOf(passedByCorrect[index] ?? null, passedByIncorrect[index] ?? null, incorrect)
          t.is(reward === null ? null : Math.abs(reward), expected === null ? null : Math.abs(expected))
          t.true(reward === null || reward * (expected ?? 0) >= 0)
          t.is(noteAdvantages[index] === null, reward === null)
          if (reward === null) unknown += 1
        })
      }
    }
    const dropped = Object.values(rewardModel.dropped).reduce((sum, count) => sum + count, 0)
    t.is(rewardModel.samples + dropped, 2 * rows.length)
    t.like(measures, {
      'reward-model.tests': 2 * rows.length,
      'reward-model.code': rows.filter(({ won }) => won).length / rows.length,
    })
    t.is(policy.dropped['invalid step'], undefined)
  }
  t.is(
    metrics.map(rewardModelOf).reduce((sum, { dropped }) => sum + (dropped['no correct program'] ?? 0), 0),
    unknown,
  )
  t.true(unknown > 0 && metrics.some(({ models: { policy } }) => policy.updates > 0))
  t.true(metrics.map(rewardModelOf).some(({ updates }) => updates > 0))
})

/** What is left of a run in which nothing went wrong. */
let unbroken: Promise<unknown> | undefined
const undisturbed = (t: ExecutionContext): Promise<unknown> =>
  (unbroken ??= run(t).then(({ directory }) => remains(directory)))

test.serial('it is the same run with 3 environment threads', async t => {
  const { directory } = await run(t, { environment: { threads: 3 } })
  t.deepEqual(await remains(directory), await undisturbed(t))
})

test.serial('it is the same run when it is interrupted and resumed', async t => {
  const directory = join(await temporaryFolder(t), 'run')
  const stop = new AbortController()
  const begun = trainRun({ config: configOf(), directory, signal: stop.signal })
  const events = await eventsOf(begun, ({ kind }) => {
    if (kind === 'iteration') stop.abort()
  })
  t.like(events.at(-1), { kind: 'finished', reason: 'interrupted', after: { iteration: 1 } })
  t.like((await eventsOf(resumeRun({ directory }))).at(-1), { kind: 'finished', reason: 'complete' })
  t.deepEqual(await remains(directory), await undisturbed(t))
})

test.serial('it is the same run when who tries the tests dies over it', async t => {
  const lives: readonly End[] = [
    ['run-tests', 2],
    ['run-tests', 1],
    ['acted', 9],
  ]
  const options: MortalOptions = { inner: actorModule('environment').href, lives }
  const environment = { module: new URL('./mortal.js', import.meta.url), options: { ...options } }
  const { directory, events } = await run(t, { supervision: { firstDelayMs: 1 } }, { environment })
  t.is(events.filter(({ kind }) => kind === 'died').length, 3)
  t.deepEqual(await remains(directory), await undisturbed(t))
})
