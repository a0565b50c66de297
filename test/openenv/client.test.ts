/** Worlds of servers, as our runs play them: here our own server, which plays the same world. */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { WebSocketServer, type WebSocket } from 'ws'
import test, { type ExecutionContext } from 'ava'
import openEnvWorld, { type OpenEnvOptions } from '../../environments/openenv/index.ts'
import { formOf } from '../../environments/openenv/play/form.ts'
import { addressesOf } from '../../environments/openenv/play/addresses.ts'
import type { World } from '../../src/contracts/worlds/world.ts'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { serveConfiguredWorld } from '../../src/openenv/serve-configured-world.ts'
import { loadEnvironment } from '../../src/rollout/load-environment.ts'
import { environmentSource } from '../../src/config/environment-source.ts'
import { heldOutTask } from '../../src/rollout/evaluation.ts'
import { lastValueFrom } from '../../src/streams/rxjs.ts'
import { train } from '../../src/api/index.ts'
import { shippedStarter } from '../../src/config/environment-source.ts'
import { listening } from '../fixtures/http/listening.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { serveCorridor } from './corridor.ts'

const clientOf = (options: OpenEnvOptions): World => openEnvWorld({ deadlineSeconds: 10, ...options }) as World
const opened = async (world: World, task: unknown, signal = new AbortController().signal) =>
  world.open(world.parseTask(task), { key: derive(rootKey(0), 'test'), signal, run: () => Promise.resolve([]) })

test('an episode of the household is the same through server and client as at home', async t => {
  const config = await loadRunConfig({ environment: { name: 'household' } })
  const { url, close, active } = await serveConfiguredWorld({ config, port: 0 })
  t.teardown(close)
  const home = await loadEnvironment(environmentSource(config.environment))
  const away = clientOf({ url })
  let wins = 0
  for (let index = 0; index < 10; index++) {
    const task = heldOutTask(home, 'unseen', index)
    let { state, observation } = home.start(task, derive(rootKey(0), 'served episode', 'unseen', index))
    const episode = await opened(away, { split: 'unseen', index })
    t.is(episode.observation, observation)
    for (let step = 0; step < home.stepLimit(task); step++) {
      const action = (index < 7 ? home.expert(state) : 'open everything') ?? 'look'
      const told = await episode.act(action)
      const known = home.step(state, action)
      ;({ state, observation } = known)
      t.is(told.observation, observation)
      t.is(told.won, known.won)
      if (told.won) wins += 1
      if (told.won || told.lost === true) break
    }
    await episode.close()
  }
  t.is(wins, 7)
  t.is(active(), 0)
})

test('a run trains on a served world, and measures it', async t => {
  const config = await loadRunConfig({ environment: { name: 'household' } })
  const { url, close, active } = await serveConfiguredWorld({ config, port: 0 })
  t.teardown(close)
  const directory = await temporaryFolder(t)
  const run = await loadRunConfig({
    ...{ method: 'grpo', iterations: 1, starters: { policy: shippedStarter('household', 'policy') } },
    environment: { name: 'openenv', threads: 1, options: { url, steps: 5 } },
    tasks: { slots: 2, perIteration: 2, episodes: 2 },
    evaluation: { tasks: 2, every: 1 },
  })
  await lastValueFrom(train({ config: run, directory: join(directory, 'run') }))
  t.is(active(), 0)
})

test('a full server is waited for, and episodes beyond its places wait their turn', async t => {
  const { url, active } = await serveCorridor(t, { sessions: 2 })
  const world = clientOf({ url })
  let most = 0
  const play = async (): Promise<boolean> => {
    const episode = await opened(world, { seed: 1 })
    most = Math.max(most, active())
    await episode.act('right')
    const { won } = await episode.act('right')
    await episode.close()
    return won
  }
  const won = await Promise.all(Array.from({ length: 12 }, play))
  t.deepEqual(won, Array<boolean>(12).fill(true))
  t.true(most <= 2)
})

/** A server that answers as it is told to. */
async function answering(t: ExecutionContext, answer: (socket: WebSocket, text: string) => void): Promise<string> {
  const schema = { action: { properties: { go: { type: 'string' } }, required: ['go'] }, observation: {} }
  const http = createServer((_, response) => void response.end(JSON.stringify(schema)))
  const sockets = new WebSocketServer({ server: http })
  sockets.on('connection', socket => void socket.on('message', (data: Buffer) => answer(socket, data.toString())))
  const url = await listening(t, http)
  t.teardown(() => sockets.close())
  return url
}
const observation = (rest: object = {}): string =>
  JSON.stringify({ type: 'observation', data: { observation: { a: 1 }, reward: null, done: false, ...rest } })

test('an answer that does not come in time drops the connection, so that none is taken for a later one', async t => {
  let late: (() => void) | null = null
  const url = await answering(t, (socket, text) => {
    if (text.includes('reset')) socket.send(observation())
    else late = () => socket.send(observation({ reward: 7 }))
  })
  const world = openEnvWorld({ url, deadlineSeconds: 4 })
  const episode = await opened(world as World, {})
  await t.throwsAsync(async () => episode.act('on'), {
    message: /has not answered within 4 s; the connection is dropped/,
  })
  t.truthy(late)
  await t.throwsAsync(async () => episode.act('on'), { message: /dropped/ })
  await episode.close()
})

test('a server that closes, or says what is no reply, makes the episode fail with its address', async t => {
  const closing = await answering(t, socket => socket.close(1011, 'no more'))
  await t.throwsAsync(opened(clientOf({ url: closing }), {}), {
    message: /\/ws closed the connection with 1011: no more$/,
  })
  const babbling = await answering(t, socket => socket.send('{"type":"song"}'))
  await t.throwsAsync(opened(clientOf({ url: babbling }), {}), { message: /is no reply of OpenEnv/ })
  await t.throwsAsync(opened(clientOf({ url: 'http://127.0.0.1:9' }), {}), { message: /schema cannot be read/ })
})

test('an episode that is given up while it waits for a place, or for an answer, ends', async t => {
  const url = await answering(t, () => {})
  const world = clientOf({ url, connections: 1 })
  const [first, second] = [new AbortController(), new AbortController()]
  const asking = opened(world, {}, first.signal)
  const waiting = opened(world, {}, second.signal)
  await new Promise(resolve => setTimeout(resolve, 100))
  second.abort(new Error('nobody waits'))
  await t.throwsAsync(waiting, { message: 'nobody waits' })
  first.abort()
  await t.throwsAsync(asking, { message: /was given up/ })
})

test('rewards and ends of servers that say nothing of success', async t => {
  const ends = [
    { rewards: [0.25, 0], won: false, score: 0.25 },
    { rewards: [null, true], won: true, score: 1 },
    { rewards: [0.5, 0.5], won: false, score: 1 - Number.EPSILON },
    { rewards: [0.5, 0.5], winningReturn: 1, won: true, score: 1 },
    { rewards: [0, 0.4], won: false, score: 0.4 },
  ]
  for (const { rewards, won, score, winningReturn = null } of ends) {
    let at = 0
    const url = await answering(t, (socket, text) => {
      if (text.includes('reset')) return socket.send(observation())
      if (!text.includes('step')) return
      const done = at === 1
      socket.send(observation({ reward: rewards[at++], done }))
    })
    const episode = await opened(clientOf({ url, winningReturn }), {})
    t.is(episode.observation, '{"a":1}')
    t.like(await episode.act('on'), { won: false, lost: false, score: 0, reward: Number(rewards[0] ?? 0) })
    t.like(await episode.act('on'), { won, lost: !won, score, reward: Number(rewards[1]) })
    await episode.close()
  }
})

test('actions of several fields are JSON, fenced or not; what is none does nothing', t => {
  const { actionOf } = formOf(
    {
      action: { properties: { type: {}, tool_name: {}, metadata: {} }, required: ['type'] },
      observation: { properties: {}, required: [] },
    },
    { action: null, observation: null },
  )
  t.deepEqual(actionOf('{"type":"list_tools"}'), { type: 'list_tools' })
  t.deepEqual(actionOf('Thus:\n```json\n{"type":"list_tools"}\n```'), { type: 'list_tools' })
  for (const text of ['go', '[1]', '3', 'null'])
    t.is(actionOf(text), 'An action is one JSON object with the fields type, tool_name.')
})

test('addresses are taken with any protocol, with a path or with /ws', t => {
  const wanted = { socket: 'ws://host:8000/ws', http: 'http://host:8000' }
  for (const url of ['http://host:8000', 'ws://host:8000/', 'ws://host:8000/ws']) t.deepEqual(addressesOf(url), wanted)
  t.deepEqual(addressesOf('https://host/a'), { socket: 'wss://host/a/ws', http: 'https://host/a' })
})

test('tasks are seeds that no two splits share, or indices of the splits of a server', t => {
  const random = randomFrom(rootKey(1))
  const url = 'http://127.0.0.1:1'
  const bySeed = clientOf({ url })
  const seedOf = (split: 'train' | 'seen' | 'unseen') =>
    (bySeed.generate?.(split, random) as { readonly seed: number }).seed
  for (let draw = 0; draw < 100; draw++) {
    t.true(seedOf('train') < 2 ** 30)
    t.true(seedOf('seen') >= 2 ** 30 && seedOf('seen') < 3 * 2 ** 29)
    t.true(seedOf('unseen') >= 3 * 2 ** 29 && seedOf('unseen') < 2 ** 31)
  }
  const splits = {
    train: { name: 'train', tasks: 5 },
    seen: { name: 'validation', tasks: 2 },
    unseen: { name: 'test', tasks: 1 },
  }
  const byIndex = clientOf({ url, splits })
  t.deepEqual(byIndex.generate?.('unseen', random), { split: 'test', index: 0 })
  t.is(byIndex.describe({ split: 'test', index: 0 }), 'split test, index 0')
  t.throws(() => byIndex.parseTask(3), { instanceOf: RangeError })
  t.throws(() => openEnvWorld(), {
    instanceOf: RangeError,
    message: /^url must be .*got none: --set environment\.options\.url=/,
  })
})
