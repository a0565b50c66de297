/** A run on an engine that outlives its actor and promises no sameness: nothing is copied for it, and nothing applied twice. */
import test, { type ExecutionContext } from 'ava'
import { randomUUID } from 'node:crypto'
import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import type { Device } from '../../src/contracts/models/device.ts'
import type { DeviceCall, GpuReply, ToGpu } from '../../src/contracts/messages/run.ts'
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { answer } from '../../src/engine/queue/answer.ts'
import { withNetworks } from '../../src/engine/networks/with-networks.ts'
import { engineOf } from '../../src/engine/queue/engine-of.ts'
import { createOnce } from '../../src/engine/queue/once.ts'
import { writeReport } from '../../src/report/write-report.ts'
import type { ActorOverrides } from '../../src/run/actors/roles.ts'
import { resumeRun } from '../../src/run/resume.ts'
import { trainRun } from '../../src/run/train.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import type { DurableGpuOptions } from './durable-gpu.ts'
import { eventsOf, remains, tinyConfig, tinyStarters } from './tiny-run.ts'
import { undisturbed, undisturbedRun } from './undisturbed-run.ts'

const nothing = { uses: [], wallMs: 0, busyMs: 0, idleMs: 0 } as const

/** The engine, as long as the test lasts. @returns what it was asked, and which training calls it applied. */
async function service(t: ExecutionContext, loses: DurableGpuOptions['loses']) {
  const local = await createOnnxDevice()
  const device: Device = { ...local, traits: { ...local.traits, reproducible: false, durable: true } }
  const once = createOnce()
  const engine = withNetworks(engineOf(device), new Map(), { engine: { engine: 'onnx', threads: 1 } })
  const asked: string[] = []
  const applied: string[] = []
  const served = async (call: DeviceCall): Promise<readonly GpuReply[]> => {
    const known = once.known(call, 'gpu')
    if (known !== null) return [known]
    if ('seq' in call) applied.push(`${call.model} ${call.seq}`)
    const replies = await answer(engine, 'gpu', [call], () => Promise.resolve())
    for (const reply of replies) once.answered(call, reply)
    return replies
  }
  const name = randomUUID()
  const channel = new BroadcastChannel(name)
  let last: Promise<unknown> = Promise.resolve()
  channel.onmessage = event => {
    const { data: call } = event as { readonly data: ToGpu }
    asked.push(call.kind)
    last = last.then(async () => {
      const { from: to } = call
      const usage = { kind: 'usage', to, from: 'gpu', ...nothing } as const
      const replies = call.kind === 'get-usage' ? [{ ...usage, id: call.id }] : await served(call)
      for (const reply of replies) channel.postMessage(reply)
    })
  }
  t.teardown(async () => {
    await last
    channel.close()
    await local.close()
  })
  const options: DurableGpuOptions = { channel: name, loses }
  const actors: ActorOverrides = {
    gpu: { module: new URL('./durable-gpu.js', import.meta.url), options: { ...options } },
  }
  return { actors, asked, applied }
}

/** Each number of each model once, from 1 on. */
function inOrder(t: ExecutionContext, applied: readonly string[]): void {
  for (const model of ['policy', 'reward-model']) {
    const own = applied.filter(each => each.startsWith(`${model} `))
    t.true(own.length > 4)
    t.deepEqual(
      own,
      own.map((_, index) => `${model} ${index + 1}`),
    )
  }
}

const caveat = (model: string) =>
  `the engine of the model ${model} is not reproducible: this run is not the same twice, and not when it is resumed`

for (const loses of [
  [
    ['forward-backward-done', 2],
    ['sampled', 50],
  ],
  [
    ['optim-step-done', 5],
    ['saved', 2],
  ],
] as const) {
  const kinds = loses.map(([kind]) => kind).join(', then ')
  test.serial(`after a reply is lost with its link nothing is applied twice: ${kinds}`, async t => {
    const folder = await temporaryFolder(t)
    const directory = join(folder, 'run')
    const config = tinyConfig(await tinyStarters(folder), undisturbedRun)
    const { actors, asked, applied } = await service(t, loses)
    const events = await eventsOf(trainRun({ config, directory, actors }))
    t.is(events.filter(({ kind }) => kind === 'died').length, 2)
    inOrder(t, applied)
    t.false(asked.includes('snapshot'))
    t.is(asked.filter(kind => kind === 'load').length, 2)
    t.deepEqual(await remains(directory), await undisturbed(t))
  })
}

test.serial(
  'an engine that is not reproducible is told at the start, in the configuration and in the report',
  async t => {
    const folder = await temporaryFolder(t)
    const directory = join(folder, 'run')
    const config = tinyConfig(await tinyStarters(folder), { iterations: 1 })
    const { actors } = await service(t, [])
    const events = await eventsOf(trainRun({ config, directory, actors }))
    const warnings = events.flatMap(event => (event.kind === 'warning' ? [event.text] : []))
    const wanted = ['policy', 'reward-model'].map(caveat)
    t.deepEqual(
      warnings.filter(text => text.includes('reproducible')),
      wanted,
    )
    const { caveats } = JSON.parse(await readFile(join(directory, 'config.json'), 'utf8')) as { caveats: string[] }
    t.deepEqual(
      caveats.filter(text => text.includes('reproducible')),
      wanted,
    )
    const page = await readFile(await writeReport(directory), 'utf8')
    for (const text of wanted) t.true(page.includes(text))
  },
)

test.serial(
  'a model that is too large for this machine is refused at once, but by an engine elsewhere only there',
  async t => {
    const folder = await temporaryFolder(t)
    const starters = await tinyStarters(folder)
    const config = tinyConfig(starters, { iterations: 1 })
    const file = join(starters.policy ?? '', 'config.json')
    const shape = JSON.parse(await readFile(file, 'utf8')) as object
    await writeFile(file, JSON.stringify({ ...shape, num_hidden_layers: 1e9 }))
    const refused = { instanceOf: RangeError, message: /policy: \d+ parameters need \d+ bytes/ }
    await t.throwsAsync(eventsOf(trainRun({ config, directory: join(folder, 'here') })), refused)
    const { actors, asked } = await service(t, [])
    await t.throwsAsync(eventsOf(trainRun({ config, directory: join(folder, 'elsewhere'), actors })), refused)
    t.deepEqual(asked, ['load'])
    for (const name of ['here', 'elsewhere']) await t.throwsAsync(access(join(folder, name)), { code: 'ENOENT' })
  },
)

test.serial('a run that fails on a durable engine has its last checkpoint, and is resumed from there', async t => {
  const folder = await temporaryFolder(t)
  const directory = join(folder, 'run')
  const supervision = { ...undisturbedRun.supervision, maxRestarts: 1 }
  const changes = { ...undisturbedRun, checkpoint: { every: 0 }, supervision }
  const config = tinyConfig(await tinyStarters(folder), changes)
  const { actors, applied } = await service(t, [
    ['optim-step-done', 7],
    ['usage', 1],
  ])
  await t.throwsAsync(eventsOf(trainRun({ config, directory, actors })), {
    name: 'RunFailedError',
    message: /the link broke at usage 1\nsaved up to iteration 0; /,
  })
  t.true(applied.length > 7)
  const elsewhere = await service(t, [])
  const events = await eventsOf(resumeRun({ directory, actors: elsewhere.actors }))
  const warnings = events.flatMap(event => (event.kind === 'warning' ? [event.text] : []))
  t.deepEqual(warnings, ['policy', 'reward-model'].map(caveat))
  t.deepEqual(await remains(directory), await undisturbed(t))
})
