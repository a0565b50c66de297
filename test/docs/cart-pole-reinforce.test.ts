/** The method of networks of docs/writing-a-method.md learns, and a run by it is the same wherever it is cut off. */
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { openLab } from '../../src/lab/open-lab.ts'
import { derive } from '../../src/math/random.ts'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { resumeRun, trainRun } from '../run/in-thread.ts'
import { eventsOf, readMetrics } from '../run/tiny-run.ts'

const path = (file: string): string => fileURLToPath(new URL(`../../examples/${file}`, import.meta.url))
const environment = { name: path('cart-pole.js') }
const method = path('cart-pole-reinforce.js')
const small = { worlds: 3, blocks: 3, steps: 40, capacity: 500, fits: 3, batch: 32 }
const configOf = (settings: object) =>
  loadRunConfig({ environment, method, tasks: { slots: 1, perIteration: 1 }, ...settings }, null)

/** Every file of the newest checkpoint. */
async function newestOf(directory: string) {
  const newest = (await readdir(join(directory, 'checkpoints'))).sort().at(-1) ?? ''
  const folder = join(directory, 'checkpoints', newest)
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(file => file.isFile())
  const names = files.map(file => join(file.parentPath, file.name).slice(folder.length + 1)).sort()
  return Promise.all(names.map(async name => [name, (await readFile(join(folder, name))).toString('base64')] as const))
}

async function linesOf(directory: string) {
  return (await readMetrics(directory)).map(line => ({ ...line, time: null, speed: null }))
}

async function same(t: ExecutionContext, directory: string, wanted: string): Promise<void> {
  t.deepEqual(await linesOf(directory), await linesOf(wanted))
  const [found, whole] = [await newestOf(directory), await newestOf(wanted)]
  t.deepEqual(
    found.map(([name]) => name),
    ['baseline/network.safetensors', 'manifest.json', 'policy/network.safetensors', 'returns.parquet', 'state.json'],
  )
  const without = (files: typeof whole) => files.filter(([name]) => name !== 'state.json' && name !== 'manifest.json')
  t.deepEqual(without(found), without(whole))
}

test('a run that was stopped, or killed, and resumed has the weights, the store and the metrics of one that was not', async t => {
  const folder = await temporaryFolder(t)
  const [whole, stopped, killed] = [join(folder, 'whole'), join(folder, 'stopped'), join(folder, 'killed')]
  const config = await configOf({ iterations: 5, checkpoint: { every: 2, keep: 2 }, reinforce: small })
  await eventsOf(trainRun({ config, directory: whole }))
  const stop = new AbortController()
  await eventsOf(trainRun({ config, directory: stopped, signal: stop.signal }), event => {
    if (event.kind === 'iteration' && event.metrics.iteration === 3) stop.abort()
  })
  t.is((await readMetrics(stopped)).length, 3)
  /* As a kill leaves it: an iteration is written down that no checkpoint holds. */
  await cp(stopped, killed, { recursive: true, filter: from => !/step-000003|lock-/.test(from) })
  for (const directory of [stopped, killed]) {
    await eventsOf(resumeRun({ directory }))
    await same(t, directory, whole)
  }
})

test('poles stay up longer than before', async t => {
  const directory = join(await temporaryFolder(t), 'run')
  const reinforce = { worlds: 16, blocks: 1, steps: 100, fits: 10, batch: 128 }
  await eventsOf(trainRun({ config: await configOf({ iterations: 12, reinforce }), directory }))
  const steps = (await linesOf(directory)).map(({ measures }) => measures['episode-steps'] ?? 0)
  t.true(steps[0]! < 40)
  t.true(steps.at(-1)! > 2 * steps[0]!, String(steps))
})

test('rows are of the request alone: not of threads, nor of actors that die over it', async t => {
  const settings = { method, tasks: { slots: 1, perIteration: 1 } }
  const played = async (threads: number, disturb: (lab: Awaited<ReturnType<typeof openLab>>) => Promise<void>) => {
    const lab = await openLab({
      world: environment.name,
      settings: { ...settings, environment: { threads } },
      inThread: threads === 1,
    })
    try {
      const key = derive(lab.root, 'rows')
      const rows = lab.vectors.play({ network: 'policy', key, worlds: 4, blocks: 5, steps: 300 })
      const [found] = await Promise.all([rows, disturb(lab)])
      return found
    } finally {
      await lab.close()
    }
  }
  const wanted = await played(1, async () => {})
  t.is(wanted.observations.length, 20 * 300 * 4)
  t.deepEqual(await played(2, async () => {}), wanted)
  t.deepEqual(await played(2, lab => lab.restart('gpu')), wanted)
  t.deepEqual(await played(2, lab => lab.restart('player/1')), wanted)
})

test('a method of language models is refused for a vector world, and this one for a world of text', async t => {
  const started = (changes: object) => async () =>
    openLab({ world: environment.name, settings: { method }, inThread: true, ...changes })
  await t.throwsAsync(started({ settings: { method: 'grpo' } }), {
    instanceOf: RangeError,
    message: 'the players of cart-pole must be none: it is stepped by rows, got policy',
  })
  await t.throwsAsync(started({ world: 'grids' }), {
    instanceOf: RangeError,
    message: 'the players of grids must be policy, got none',
  })
})

test('what does not fit is refused by name', async t => {
  const lab = await openLab({ world: environment.name, settings: { method }, inThread: true })
  t.teardown(lab.close)
  const request = { network: 'policy', key: lab.root, worlds: 2, steps: 3 }
  const refused = (changes: object, message: RegExp) =>
    t.throwsAsync(lab.vectors.play({ ...request, ...changes }), { instanceOf: RangeError, message })
  await refused({ network: 'critic' }, /no network is named critic; there are: policy, baseline/)
  await refused({ network: 'baseline' }, /outputs must be at least the 2 actions of cart-pole, got 1/)
  await refused({ steps: 0 }, /steps must be a positive integer, got 0/)
  await refused({ temperature: -1 }, /temperature must be at least 0, got -1/)
})
