import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { lastValueFrom, toArray } from 'rxjs'
import { loadMethod, methodNames } from '../../src/methods/registry/registry.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { evaluatePolicy } from '../../src/run/evaluate.ts'
import { ConfigError } from '../../src/config/config-error.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { resumeRun } from '../../src/run/resume.ts'
import { trainRun } from '../../src/run/train.ts'
import { writeReport } from '../../src/report/write-report.ts'
import { present } from '../fixtures/present.ts'
import { lastOf } from '../../src/math/last-of.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, readMetrics, tinyConfig, tinyStarters } from '../run/tiny-run.ts'

const own = fileURLToPath(new URL('../fixtures/methods/reinforce.js', import.meta.url))

async function trained(folder: string, method: string): Promise<string> {
  const directory = join(folder, 'run')
  /* No reward model is anywhere: a method that has none asks for none. */
  const { policy } = await tinyStarters(folder)
  const config = tinyConfig({ policy, rewardModel: join(folder, 'none') }, { method })
  await eventsOf(trainRun({ config, directory, inThread: true }))
  return directory
}

const folders: string[] = []
test.after.always(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const wholes = new Map<string, Promise<string>>()

/** A run that nothing disturbs, played once; nobody trains it further. */
function whole(method: string): Promise<string> {
  const played = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'rlanything-'))
    folders.push(folder)
    return trained(folder, method)
  }
  const made = wholes.get(method) ?? played()
  wholes.set(method, made)
  return made
}

/** All that is the same for any number of threads, interruptions and machines. */
async function left(directory: string): Promise<unknown> {
  const lines = (await readMetrics(directory)).map(line => ({ ...line, time: null, speed: null }))
  const newest = lastOf((await readdir(join(directory, 'checkpoints'))).sort())
  const folder = join(directory, 'checkpoints', newest)
  const [weights, state] = await Promise.all(
    ['policy/model.safetensors', 'state.json'].map(file => readFile(join(folder, file))),
  )
  const { method } = JSON.parse(present(state).toString()) as { readonly method: unknown }
  return { lines, weights: present(weights).toString('base64'), method }
}

const named = (method: string): string => (method === own ? 'a method in a module of its own' : method)

for (const method of ['grpo', own]) {
  const name = named(method)
  test(`${name} trains one model, without a reward model, and says so`, async t => {
    const directory = await whole(method)
    const metrics = await readMetrics(directory)
    t.is(metrics.length, 3)
    t.true(metrics.some(({ models: { policy } }) => policy.updates > 0))
    for (const { models, measures, time } of metrics) {
      t.deepEqual([Object.keys(models), Object.keys(measures)], [['policy'], method === own ? ['won', 'unknown'] : []])
      t.true(Object.keys(time).every(what => !/reward|adaptation/.test(what)))
    }
    const [newest] = (await readdir(join(directory, 'checkpoints'))).sort().reverse()
    t.deepEqual(
      (await readdir(join(directory, 'checkpoints', present(newest)))).filter(file => !file.includes('.')),
      ['policy'],
    )
    t.is((await readRunDirectory(directory)).config.method, method)
    const report = await readFile(await writeReport(directory, () => {}), 'utf8')
    t.notRegex(report, /[Rr]eward model|[Aa]daptation<|tasks accepted/)
    t.is(report.includes('<h2>Test</h2>'), method === own)
    t.is(/<h3>Won<\/h3>\s*<p class="note">Of a test/.test(report), method === own)
    t.notRegex(report, /<h3>Unknown/)
  })
}

for (const method of ['grpo', own]) {
  test(`${named(method)} is the same for any number of threads, and resumes bit-identically`, async t => {
    const undisturbed = await left(await whole(method))
    const folder = await temporaryFolder(t)
    const directory = join(folder, 'run')
    const { policy } = await tinyStarters(folder)
    const config = tinyConfig({ policy, rewardModel: null }, { method, environment: { threads: 2 } })
    const stop = new AbortController()
    await eventsOf(trainRun({ config, directory, signal: stop.signal }), ({ kind }) => {
      if (kind === 'iteration') stop.abort()
    })
    t.is((await readMetrics(directory)).length, 1)
    await eventsOf(resumeRun({ directory }))
    t.deepEqual(await left(directory), undisturbed)
  })
}

test('a method brings an actor of its own, which is restored when it dies', async t => {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'run')
  const { policy } = await tinyStarters(folder)
  const method = fileURLToPath(new URL('../fixtures/methods/noted.js', import.meta.url))
  const config = tinyConfig({ policy, rewardModel: join(folder, 'none') }, { method })
  const events = await eventsOf(trainRun({ config, directory }))
  const died = events.flatMap(event => (event.kind === 'died' ? [event.death.actor] : []))
  t.deepEqual(died, ['scribe', 'scribe'])
  const state = await readFile(join(directory, 'checkpoints', 'step-000003', 'state.json'), 'utf8')
  const { method: kept } = JSON.parse(state) as { readonly method: unknown }
  t.deepEqual(kept, { notes: ['iteration 1', 'iteration 2', 'iteration 3'] })
})

test('evaluation loads the policy alone', async t => {
  const folder = await temporaryFolder(t)
  const { policy } = await tinyStarters(folder)
  const config = tinyConfig({ policy, rewardModel: join(folder, 'none') })
  const events = await lastValueFrom(evaluatePolicy({ config, policy, splits: ['seen'], tasks: 2 }).pipe(toArray()))
  t.true(events.some(({ kind }) => kind === 'result'))
})

test('a method that is none is refused before there is a folder', async t => {
  t.deepEqual(methodNames, [
    'rlanything',
    'grpo',
    'rlve',
    'rloop',
    'at-grpo',
    'ragen',
    'istar',
    'spark',
    'pa-rl',
    'vlm-rl',
  ])
  await t.throwsAsync(loadMethod('grop'), {
    instanceOf: RangeError,
    message: /method must be .*got 'grop'; did you mean grpo\?/,
  })
  await t.throwsAsync(loadMethod('./none.js'), {
    instanceOf: RangeError,
    message: `method must be the path of a module, got './none.js'; there is no file ${resolve('none.js')}`,
  })
  const torn = join(await temporaryFolder(t), 'torn.mjs')
  await writeFile(torn, 'throw new Error("it is torn")\n')
  await t.throwsAsync(loadMethod(torn), {
    instanceOf: RangeError,
    message: `the method ${torn} cannot be loaded: it is torn`,
  })
  const module = fileURLToPath(new URL('../run/tiny-run.js', import.meta.url))
  await t.throwsAsync(loadMethod(module), { instanceOf: RangeError, message: /must be a method, made by defineMethod/ })
  const folder = await temporaryFolder(t)
  const config = tinyConfig(await tinyStarters(folder), { method: 'grpo' })
  const directory = join(folder, 'run')
  await t.throwsAsync(eventsOf(trainRun({ config, directory, formulation: { name: 'mine' } })), {
    instanceOf: RangeError,
    message: /grpo takes no formulation/,
  })
  for (const method of methodNames)
    t.throws(() => parseRunConfig({ method, methodOptions: { shares: 0.25 } }), {
      instanceOf: ConfigError,
      message: /^methodOptions(\.shares)? is not a key of the configuration/,
    })
  t.false((await readdir(folder)).includes('run'))
})
