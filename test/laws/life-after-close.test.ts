/** What is closed refuses with its name, and starts nothing. */
import test from 'ava'
import { firstValueFrom } from 'rxjs'
import { grids } from '../../environments/grids/index.ts'
import { createHttpClient } from '../../src/engine/http/http-client.ts'
import { openNetwork } from '../../src/engine/networks/open-network.ts'
import { initialiseNetwork } from '../../src/engine/networks/initialise-network.ts'
import { openTrainableNetwork } from '../../src/engine/networks/open-trainable-network.ts'
import { openDevice, type DeviceOptions } from '../../src/engine/open-device.ts'
import { openLab } from '../../src/lab/open-lab.ts'
import { rootKey } from '../../src/math/random.ts'
import { serveWorld } from '../../src/openenv/server/serve-world.ts'
import { ClosedError } from '../../src/runtime/errors/closed-error.ts'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import { createInThread } from '../../src/runtime/in-thread.ts'
import { createPool } from '../../src/runtime/pool.ts'
import { createSystem } from '../../src/runtime/system.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { serveEngine } from '../../src/serve/serve-engine.ts'
import { beginWatch } from '../../src/watch/watch.ts'
import { loadWorld } from '../../src/rollout/load-world.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { tinyStarters } from '../run/tiny-run.ts'
import { livelyModel, smallConfig } from './device/device-cases.ts'

interface Opened {
  readonly close: () => unknown
  /** Every public call. */
  readonly calls: Readonly<Record<string, () => unknown>>
}

/** By the name that its refusals have. */
type Closables = Readonly<Record<string, (folder: string) => Opened | Promise<Opened>>>

const gridsSource = { module: new URL('../../environments/grids/index.js', import.meta.url).href, options: {} }
const none = new Int32Array(0)
const tokens = Int32Array.of(1, 2)
const prompt = { tokens, promptSuffix: none, count: 1, appendToContext: false, maxTokens: 2, temperature: 0, topP: 1 }
const adamw = { learningRate: 1e-3, beta1: 0.9, beta2: 0.9, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 }
const spans = [{ start: 1, end: 2, advantage: 1, weight: 1, oldLogprobs: new Float32Array(0) }]
const key = rootKey(1)
const message = { kind: 'note', to: 'somebody', from: 'trainer', id: '1' }
const layers = { kind: 'feed-forward', state: initialiseNetwork({ inputs: 2, hidden: [3], outputs: 1 }, key) } as const

const device = (options: DeviceOptions) => async (): Promise<Opened> => {
  const opened = await openDevice(options)
  await opened.load('m', livelyModel(smallConfig, 1))
  return {
    close: opened.close,
    calls: {
      load: () => opened.load('m', livelyModel(smallConfig, 1)),
      sample: () => opened.sample('m', [{ ...prompt, sequenceId: 's', stop: [], key }]),
      release: () => opened.release('m', ['s']),
      logprobs: () => opened.logprobs('m', [{ tokens }]),
      forwardBackward: () => opened.forwardBackward('m', [{ sequence: { tokens }, spans }], { kind: 'cross-entropy' }),
      optimStep: () => opened.optimStep('m', adamw),
      save: () => opened.save('m'),
    },
  }
}
const system = (create: typeof createSystem | typeof createInThread) => async (): Promise<Opened> => {
  const module = new URL('../runtime/actors/echo.js', import.meta.url)
  const opened = await create({ actors: [{ name: 'somebody', module }] })
  return {
    close: opened.stop,
    calls: {
      send: () => opened.send(message),
      ask: () => opened.ask(message),
      restart: () => opened.restart('somebody'),
      inspect: () => opened.inspect('somebody'),
    },
  }
}
/** Of a server: nothing answers at its address any more. */
const server = ({ url, close }: { readonly url: string; readonly close: () => Promise<void> }): Opened => ({
  close,
  calls: { request: () => fetch(url) },
})

const closables: Closables = {
  'the device': device({ engine: 'onnx', threads: 1 }),
  'the device of TensorFlow.js': device({ engine: 'tfjs', backend: 'cpu' }),
  'the network': async () => {
    const { run, close } = await openNetwork(layers, { engine: 'onnx', threads: 1 })
    return { close, calls: { run: () => run(new Float32Array(2), 1) } }
  },
  'the network critic': async () => {
    const engine = { engine: 'onnx', threads: 1 } as const
    const opened = await openTrainableNetwork({ name: 'critic', state: layers.state, engine })
    const [row, gradient] = [new Float32Array(2), new Float32Array(1)]
    return {
      close: opened.close,
      calls: {
        forward: () => opened.forward(row, 1),
        backward: () => opened.backward(row, gradient, 1),
        rowGradients: () => opened.rowGradients(row, gradient, 1),
        optimStep: () => opened.optimStep(adamw),
        save: () => opened.save(),
      },
    }
  },
  'the sandbox': () => {
    const { run, close } = createSandbox({ threads: 1 })
    const program = { sandbox: 'monty', entry: { kind: 'script' }, program: 'print(1)', tests: [] } as const
    return { close, calls: { run: () => run(program as never) } }
  },
  'the pool of work.js': () => {
    const module = new URL('../runtime/actors/work.js', import.meta.url)
    const { run, close } = createPool({ module, threads: 1 })
    return { close, calls: { run: () => run(7, { deadlineMs: 30_000 }) } }
  },
  'the system': system(createInThread),
  'the system of threads': system(createSystem),
  'the client of http://127.0.0.1:9': () => {
    const { send, close } = createHttpClient({ baseUrl: 'http://127.0.0.1:9' })
    return { close, calls: { send: () => send({ method: 'GET', path: '/' }, { repeatable: true }) } }
  },
  'the lab of grids': async folder => {
    const { policy } = await tinyStarters(folder, grids().language)
    const settings = { method: 'grpo', starters: { policy } }
    const lab = await openLab({ world: 'grids', settings, inThread: true })
    const model = lab.model('policy')
    return {
      close: lab.close,
      calls: {
        play: () => firstValueFrom(lab.play({ count: 1 })),
        groups: () => lab.groups({ iteration: 1 }),
        examples: () => lab.examples([], () => [], { iteration: 1 }),
        restart: () => lab.restart('gpu'),
        rollouts: () => lab.rollouts.play([]),
        sample: () => model.sample({ tokens, maxTokens: 1, key }),
        logprobs: () => model.logprobs([{ tokens }]),
        forwardBackward: () => model.forwardBackward([{ sequence: { tokens }, spans }], { kind: 'cross-entropy' }),
        optimStep: () => model.optimStep(adamw),
        load: () => model.load({ kind: 'folder', path: folder }),
        save: () => model.save(folder),
        snapshot: () => model.snapshot(),
      },
    }
  },
  'a server of an engine': async folder => {
    const { policy } = await tinyStarters(folder)
    const engine = { engine: 'onnx', threads: 1 } as const
    if (policy === null) throw new Error('there is a policy')
    return server(await serveEngine({ engine, models: { policy }, folder, host: '127.0.0.1', port: 0, seed: 1 }))
  },
  'a server of a world': async () =>
    server(
      await serveWorld({
        world: await loadWorld(gridsSource),
        tasks: null,
        admissible: false,
        port: 0,
        run: () => Promise.reject(new Error('no program')),
      }),
    ),
  'a page of runs': async folder => server(await beginWatch({ paths: [folder], port: 0 })),
}

/** Threads, processes and servers of this process. */
const running = (): number =>
  process.getActiveResourcesInfo().filter(kind => ['MessagePort', 'ProcessWrap', 'TCPServerWrap'].includes(kind)).length

for (const [name, open] of Object.entries(closables))
  test.serial(`${name} refuses every call once it is closed, and starts nothing`, async t => {
    const { close, calls } = await open(await temporaryFolder(t))
    await close()
    const before = running()
    for (const [verb, call] of Object.entries(calls)) {
      const thrown = await t.throwsAsync(async () => call(), undefined, verb)
      if (thrown instanceof ClosedError)
        t.is(thrown.message, `${name.replace(/ of (threads|TensorFlow.js)$/, '')} is closed`)
      else if (thrown instanceof FailedError) t.is(thrown.message, 'somebody was stopped')
      else t.is(verb, 'request')
    }
    await close()
    t.true(running() <= before)
  })

for (const [name, open] of Object.entries(closables))
  test.serial(`${name} settles what is under way when it is closed`, async t => {
    const { close, calls } = await open(await temporaryFolder(t))
    const underWay = Object.values(calls).map(async call => call())
    const settled = Promise.allSettled(underWay)
    await close()
    t.is((await settled).length, Object.keys(calls).length)
  })
