/** The method of docs/writing-a-method.md trains, and resumes bit-identically. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import reinforce from '../../examples/reinforce.ts'
import { shippedStarter } from '../../src/config/environment-source.ts'
import { loadMethod } from '../../src/methods/registry/registry.ts'
import { resumeRun, trainRun } from '../run/in-thread.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, readMetrics, tinyConfig, tinyStarters } from '../run/tiny-run.ts'

/** Outside this repository: the path of your own compiled module. */
const method = fileURLToPath(new URL('../../examples/reinforce.js', import.meta.url))

async function stateOf(directory: string): Promise<unknown> {
  const newest = (await readdir(join(directory, 'checkpoints'))).sort().at(-1) ?? ''
  return JSON.parse(await readFile(join(directory, 'checkpoints', newest, 'state.json'), 'utf8')).method
}

const linesOf = async (directory: string) =>
  (await readMetrics(directory)).map(line => ({ ...line, time: null, speed: null }))

test('a run trains by it, and resumes bit-identically with its own state', async t => {
  t.is(await loadMethod(method), reinforce)
  const folder = await temporaryFolder(t)
  const { policy } = await tinyStarters(folder)
  const config = tinyConfig({ policy, rewardModel: null }, { method })
  const [whole, stopped] = [join(folder, 'whole'), join(folder, 'stopped')]
  await eventsOf(trainRun({ config, directory: whole }))
  const stop = new AbortController()
  await eventsOf(trainRun({ config, directory: stopped, signal: stop.signal }), ({ kind }) => {
    if (kind === 'iteration') stop.abort()
  })
  t.is((await readMetrics(stopped)).length, 1)
  await eventsOf(resumeRun({ directory: stopped }))

  const lines = await linesOf(whole)
  t.deepEqual(await linesOf(stopped), lines)
  t.true(lines.every(({ models: { policy } }) => policy.updates > 0))
  t.like(await stateOf(whole), { played: 18 })
  t.deepEqual(await stateOf(stopped), await stateOf(whole))
})

test('without a model of its own it starts from the shipped one, and is refused before there is a run where none is', t => {
  const config = tinyConfig({ policy: null, rewardModel: null })
  const inWorld = (name: string) => ({ ...config, environment: { ...config.environment, name } })
  t.deepEqual(reinforce.models(inWorld('household'), { name: 'household' }), {
    policy: shippedStarter('household', 'policy'),
  })
  t.throws(() => reinforce.models(inWorld('./post.js'), { name: 'post' }), {
    instanceOf: RangeError,
    message: /^no policy to start from comes with '\.\/post\.js': make one with "rlanything warm-start /,
  })
})
