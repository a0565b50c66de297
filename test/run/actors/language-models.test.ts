/** Handles of models on a real engine, whose thread dies on the way. */
import test, { type ExecutionContext } from 'ava'
import { access, readFile, rm } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addresses } from '../../../src/contracts/addresses.ts'
import type { Addressed } from '../../../src/contracts/actor.ts'
import type { Sample } from '../../../src/contracts/models/device.ts'
import type { LanguageModel } from '../../../src/contracts/models/language-model.ts'
import type { ToTrainer } from '../../../src/contracts/messages/calls.ts'
import { rootKey } from '../../../src/math/random.ts'
import { loadModel, saveModel } from '../../../src/model/checkpoint.ts'
import { memoryReference, resolveModel } from '../../../src/model/reference.ts'
import { createClient } from '../../../src/run/actors/client.ts'
import { createLanguageModels } from '../../../src/run/actors/language-models.ts'
import { createRecovery } from '../../../src/run/actors/recovery/recovery.ts'
import { actorModule } from '../../../src/rollout/actor-module.ts'
import { createRoster } from '../../../src/runtime/supervision/roster.ts'
import { createSystem } from '../../../src/runtime/system.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { livelyModel, smallConfig, usualUpdate } from '../../laws/device/device-cases.ts'
import type { End } from '../mortal.ts'
import { usualRecoveries } from './usual-actors.ts'

const state = livelyModel(smallConfig, 1)
const sequences = [{ tokens: Int32Array.of(1, 2, 3, 4) }]
const span = { start: 1, end: 4, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }
const examples = sequences.map(sequence => ({ sequence, spans: [span] }))

/** Models on a gpu actor whose lives end at these messages. @param isFar whether it has nothing of this machine. */
async function stage(t: ExecutionContext, lives: readonly End[] = [], isFar = false) {
  const inner = actorModule('gpu').href
  const system = await createSystem<ToTrainer, Addressed>({
    caller: addresses.trainer,
    actors: [
      {
        name: addresses.gpu,
        module: new URL('../mortal.js', import.meta.url),
        options: { engine: { engine: 'onnx', threads: 1 }, shares: !isFar, inner, lives },
        supervision: { kind: 'restart', maxRestarts: 8, withinMs: 60_000, firstDelayMs: 1 },
      },
    ],
  })
  const roster = createRoster()
  const recoveries = new Map([...usualRecoveries()].filter(([actor]) => actor === addresses.gpu))
  const client = createClient({ inbox: system.inbox, send: system.send, liveness: roster, recoveries })
  const recover = createRecovery({ client, roster, fail: client.fail })
  let died = 0
  system.events.subscribe(event => {
    recover(event)
    if (event.kind === 'died') died += 1
  })
  t.teardown(async () => {
    client.close()
    await system.stop()
  })
  return { model: createLanguageModels(client, { isFar }), died: () => died }
}

const train = async (model: LanguageModel): Promise<void> => {
  await model.forwardBackward(examples, { kind: 'cross-entropy' })
  await model.optimStep({ ...usualUpdate, learningRate: 0.01 })
}

test('a handle is the same for each name, and says the traits of its model once it is loaded', async t => {
  const { model } = await stage(t)
  const policy = model('policy')
  t.is(model('policy'), policy)
  t.throws(() => policy.traits, { instanceOf: RangeError, message: /model policy is not loaded/ })
  const traits = { contextTokens: 96, reproducible: true, durable: false, branches: true, clips: true, entropy: true }
  t.deepEqual(await policy.load(memoryReference(state)), traits)
  t.deepEqual(policy.traits, traits)
  await t.throwsAsync(model('other').logprobs(sequences), {
    instanceOf: RangeError,
    message: /no model is named other/,
  })
})

for (const lives of [[], [['logprobs', 3]]] as const)
  test(`a copy is as the original was, and stays so; deaths: ${lives.length}`, async t => {
    const { model, died } = await stage(t, lives)
    const [source, target] = [model('policy'), model('reference')]
    await source.load(memoryReference(state))
    await train(source)
    await target.load(await source.snapshot())
    const before = await source.logprobs(sequences)
    t.deepEqual(await target.logprobs(sequences), before)
    await train(source)
    t.notDeepEqual(await source.logprobs(sequences), before)
    t.deepEqual(await target.logprobs(sequences), before)
    const [trained, copied] = [await resolveModel(await source.snapshot()), await resolveModel(await target.snapshot())]
    t.deepEqual([trained.optimiser?.step, copied.optimiser?.step], [2, 1])
    t.is(died(), lives.length)
  })

test('what is loaded from a folder survives the folder, and the death of the engine', async t => {
  const folder = join(await temporaryFolder(t), 'model')
  await saveModel(folder, state)
  const { model, died } = await stage(t, [['logprobs', 2]])
  const policy = model('policy')
  await policy.load({ kind: 'folder', path: folder })
  const before = await policy.logprobs(sequences)
  await rm(folder, { recursive: true })
  t.deepEqual(await policy.logprobs(sequences), before)
  t.is(died(), 1)
  t.deepEqual((await resolveModel(await policy.snapshot())).weights, state.weights)
})

test('an engine on another machine is sent what is in a folder, shares no memory, and has its models written here', async t => {
  const folder = await temporaryFolder(t)
  const [given, near, far, bare] = ['given', 'near', 'far', 'bare'].map(name => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]
  await saveModel(given, state)
  for (const [isFar, saved] of [
    [false, near],
    [true, far],
  ] as const) {
    const { model, died } = await stage(t, [['optim-step', 1]], isFar)
    const policy = model('policy')
    await policy.load({ kind: 'folder', path: given })
    await train(policy)
    const snapshot = await policy.snapshot()
    const data = snapshot.kind === 'memory' ? Object.values(snapshot.state.weights).map(each => each.data.buffer) : []
    t.deepEqual(
      [...new Set(data)].map(buffer => buffer instanceof SharedArrayBuffer),
      [!isFar],
    )
    await policy.save(saved)
    if (isFar) await policy.save(bare, { optimiser: false })
    t.is(died(), 1)
  }
  t.deepEqual(await loadModel(far), await loadModel(near))
  const { config, weights } = await loadModel(near)
  t.deepEqual(await loadModel(bare), { config, weights })
})

test('the engine writes the folder; it is refused where there is something, and so are damaged weights', async t => {
  const folder = join(await temporaryFolder(t), 'model')
  const { model, died } = await stage(t, [['save', 1]])
  const policy = model('policy')
  await policy.load(memoryReference(state))
  await policy.save(folder, { optimiser: false })
  t.is(died(), 1)
  t.deepEqual(await loadModel(folder), state)
  await train(policy)
  await t.throwsAsync(policy.save(folder), { instanceOf: RangeError, message: /model exists already/ })
  await policy.save(join(folder, '..', 'trained'))
  t.deepEqual(await loadModel(join(folder, '..', 'trained')), await resolveModel(await policy.snapshot()))
  await rm(join(folder, 'model.safetensors'))
  const message = `there is no model.safetensors in ${folder}: a model's folder must have one`
  await t.throwsAsync(policy.load({ kind: 'folder', path: folder }), { instanceOf: RangeError, message })
})

for (const lives of [[], [['sample', 2]]] as const)
  test(`a sample in pieces is the sample as a whole, where it is greedy; deaths: ${lives.length}`, async t => {
    const { model, died } = await stage(t, lives)
    const policy = model('policy')
    await policy.load(memoryReference(state))
    const prompt = { tokens: Int32Array.of(1, 2, 3), maxTokens: 10, temperature: 0, key: rootKey(1) }
    const pieces: Sample[] = []
    for await (const piece of policy.stream(prompt, 4)) pieces.push(piece)
    t.is(died(), lives.length)
    const [whole] = await policy.sample(prompt)
    t.deepEqual(
      pieces.map(({ tokens }) => tokens.length),
      [4, 4, 2],
    )
    t.deepEqual(
      pieces.flatMap(({ tokens }) => [...tokens]),
      [...(whole?.tokens ?? [])],
    )
    const logprobs = pieces.flatMap(piece => [...piece.logprobs])
    t.true(logprobs.every((each, at) => Math.abs(each - (whole?.logprobs[at] ?? Infinity)) < 1e-5))
  })

test('a model with a chat template reads prose, any other the words of the world', t => {
  const client = { tell: () => {}, call: () => Promise.reject(new Error('nothing is asked')) }
  const models = createLanguageModels(client, { chats: { judge: { source: '', tokens: {}, end: [] } } })
  t.deepEqual([models('judge').form, models('policy').form], ['chat', 'words'])
})

test('where the engine takes no trees, a sequence that branches is refused, and a chain is sent', async t => {
  const sent: string[] = []
  const traits = { contextTokens: 8, reproducible: false, durable: true, branches: false, clips: true, entropy: true }
  const call = (question: { readonly kind: string }): Promise<never> => {
    sent.push(question.kind)
    return Promise.resolve({ ...traits, logprobs: [], sums: {} } as never)
  }
  const policy = createLanguageModels({ tell: () => {}, call })('policy')
  await policy.load({ kind: 'folder', path: 'elsewhere' })
  const tokens = Int32Array.of(1, 2, 3)
  await policy.logprobs([{ tokens }, { tokens, parents: Int32Array.of(-1, 0, 1) }])
  const tree = { tokens, parents: Int32Array.of(-1, 0, 0) }
  const refused = {
    instanceOf: RangeError,
    message: 'the engine of the model policy takes no trees: sequences[1] must be a chain, got one that branches',
  }
  await t.throwsAsync(policy.logprobs([{ tokens }, tree]), refused)
  const [chains, trees] = [{ tokens }, tree].map(sequence => ({ sequence, spans: [span] }))
  await t.throwsAsync(policy.forwardBackward([chains!, trees!], { kind: 'cross-entropy' }), refused)
  t.deepEqual(sent, ['load', 'logprobs'], 'and of a durable model no snapshot is taken')
})

test('the memory of snapshots that nobody refers to any more is given back', async t => {
  const script = fileURLToPath(new URL('snapshot-memory.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, '80'])
  const [kind, growth] = stdout.trim().split(' ')
  t.is(kind, 'memory')
  t.true(Number(growth) < 40, `resident memory grew by ${growth} copies over 80 snapshots`)
})

test('a disk that refuses is told by its code', async t => {
  const { model } = await stage(t)
  const policy = model('policy')
  await policy.load(memoryReference(state))
  const folder = join(await temporaryFolder(t), 'file')
  await policy.save(folder)
  const below = join(folder, 'config.json', 'model')
  const thrown = await t.throwsAsync(policy.save(below), { name: 'FailedError', message: /not a folder/ })
  t.like(thrown, { failure: { kind: 'system', code: 'ENOTDIR' }, cause: { code: 'ENOTDIR' } })
  await t.throwsAsync(access(below))
  t.true((await readFile(join(folder, 'config.json'))).length > 0)
})
