/** A method for several agents, with trees and an observer, that touches no file of the product. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { actorModule } from '../../src/rollout/actor-module.ts'
import { type ActorOverrides } from '../../src/run/actors/roles.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { evaluatePolicy } from '../../src/run/evaluate.ts'
import { resumeRun, trainRun } from '../run/in-thread.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import relay from '../fixtures/worlds/relay.ts'
import { lastValueFrom, toArray } from 'rxjs'
import type { MortalOptions } from '../run/mortal.ts'
import { eventsOf, readMetrics, tinyConfig, tinyStarters, type Changes } from '../run/tiny-run.ts'

const method = fileURLToPath(new URL('../fixtures/methods/turnwise.js', import.meta.url))
const world = fileURLToPath(new URL('../fixtures/worlds/relay.js', import.meta.url))

async function configIn(folder: string, { environment, ...changes }: Changes = {}) {
  const { policy } = await tinyStarters(folder, relay().language)
  const own = { method, supervision: { firstDelayMs: 1 }, ...changes }
  return tinyConfig({ policy, rewardModel: null }, { environment: { name: world, ...environment }, ...own })
}

async function trained(t: ExecutionContext, changes: Changes = {}, actors: ActorOverrides = {}) {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'run')
  const events = await eventsOf(trainRun({ config: await configIn(folder, changes), directory, actors }))
  const died = events.flatMap(event => (event.kind === 'died' ? [event.death.actor] : []))
  return { directory, died }
}

/** All that does not depend on the clock. */
async function left(directory: string) {
  const newest = join(directory, 'checkpoints', (await readdir(join(directory, 'checkpoints'))).sort().at(-1) ?? '')
  const hashes = ['policy', 'guide'].flatMap(model =>
    ['model.safetensors', 'optimizer.safetensors'].map(async file =>
      createHash('sha256')
        .update(await readFile(join(newest, model, file)))
        .digest('hex'),
    ),
  )
  const lines = (await readMetrics(directory)).map(line => ({ ...line, time: null, speed: null }))
  return { lines, models: await Promise.all(hashes) }
}

/** An actor whose first life ends in the middle of episodes. */
const dying = (role: 'environment' | 'policy', kind: string, count: number): ActorOverrides => {
  const options: MortalOptions = { inner: actorModule(role).href, lives: [[kind, count]] }
  return { [role]: { module: new URL('../run/mortal.js', import.meta.url), options: { ...options } } }
}

let undisturbed: ReturnType<typeof left> | undefined
const whole = (t: ExecutionContext): ReturnType<typeof left> =>
  (undisturbed ??= trained(t).then(({ directory }) => left(directory)))

test.serial(
  'both agents learn from the candidates of each turn, and what was played is kept with its agent',
  async t => {
    const { directory } = await trained(t)
    const metrics = await readMetrics(directory)
    t.is(metrics.length, 3)
    t.true(metrics.some(({ models: { policy } }) => policy.updates > 0))
    const models = JSON.stringify(await left(directory))
    t.is(models, JSON.stringify(await whole(t)))
    const rows = await (await readRunDirectory(directory)).readEpisodes(1)
    t.deepEqual(
      rows.filter(({ step }) => step < 2).map(({ agent, step }) => [agent, step]),
      rows.filter(({ step }) => step < 2).map(({ step }) => [step === 0 ? 'guide' : 'walker', step]),
    )
  },
)

test.serial('two workers, one of which dies in the middle of its episodes, change nothing', async t => {
  const { directory, died } = await trained(t, { environment: { threads: 2 } }, dying('environment', 'branched', 5))
  t.true(died.length >= 1 && died.every(actor => actor.startsWith('environment/')))
  t.deepEqual(await left(directory), await whole(t))
})

test.serial('nor does the death of the players’ actor', async t => {
  const { directory, died } = await trained(t, {}, dying('policy', 'sampled', 7))
  t.deepEqual(died, ['policy'])
  t.deepEqual(await left(directory), await whole(t))
})

test.serial('a checkpoint resumes bit-identically', async t => {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'run')
  const stop = new AbortController()
  await eventsOf(trainRun({ config: await configIn(folder), directory, signal: stop.signal }), ({ kind }) => {
    if (kind === 'iteration') stop.abort()
  })
  t.is((await readMetrics(directory)).length, 1)
  await eventsOf(resumeRun({ directory }))
  t.deepEqual(await left(directory), await whole(t))
})

test.serial('what does not fit is refused before there is a folder', async t => {
  const refused = async (changes: Changes, message: RegExp) => {
    const folder = await temporaryFolder(t)
    const config = await configIn(folder, changes)
    const directory = join(folder, 'run')
    await t.throwsAsync(eventsOf(trainRun({ config, directory })), { instanceOf: RangeError, message })
    t.false((await readdir(folder)).includes('run'))
  }
  await refused({ method: 'grpo' }, /the players of relay must be guide, walker, got policy/)
  await refused({ environment: { options: { single: true } } }, /needs a world whose episodes fork, and relay has none/)
})

test.serial('a policy is evaluated as every agent of the world', async t => {
  const folder = await temporaryFolder(t)
  const config = await configIn(folder)
  const evaluated = evaluatePolicy({ config, policy: join(folder, 'policy'), splits: ['seen'], tasks: 2 })
  const events = await lastValueFrom(evaluated.pipe(toArray()))
  const results = events.flatMap(event => (event.kind === 'result' ? [event.success] : []))
  await t.throwsAsync(
    lastValueFrom(evaluatePolicy({ config, policy: null, players: { driver: folder }, splits: ['seen'], tasks: 1 })),
    { instanceOf: RangeError, message: 'the agents of relay are guide, walker, got driver' },
  )
  const players = { guide: join(folder, 'policy') }
  const apart = evaluatePolicy({ config, policy: join(folder, 'policy'), players, splits: ['seen'], tasks: 2 })
  const same = (await lastValueFrom(apart.pipe(toArray()))).filter(({ kind }) => kind === 'result')
  t.deepEqual(
    same,
    events.filter(({ kind }) => kind === 'result'),
  )
  t.true(results.length > 0 && results.every(({ split, tasks }) => split === 'seen' && tasks === 2))
})

test.serial('the starter of the settings is evaluated where no policy is named', async t => {
  const folder = await temporaryFolder(t)
  const config = await configIn(folder)
  const measured = async (policy: string | null) => {
    const events = await lastValueFrom(evaluatePolicy({ config, policy, splits: ['seen'], tasks: 2 }).pipe(toArray()))
    return events.filter(({ kind }) => kind === 'result')
  }
  t.truthy(config.starters.policy)
  t.deepEqual(await measured(null), await measured(config.starters.policy))
})
