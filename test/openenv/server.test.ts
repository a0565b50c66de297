/** The server of worlds: episodes, and what ends them. */
import { connect as connectTcp } from 'node:net'
import test from 'ava'
import type { World } from '../../src/contracts/worlds/world.ts'
import { serveConfiguredWorld } from '../../src/openenv/serve-configured-world.ts'
import { serveWorld } from '../../src/openenv/server/serve-world.ts'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { loadWorld } from '../../src/rollout/load-world.ts'
import { environmentSource } from '../../src/config/environment-source.ts'
import { heldOutTask } from '../../src/rollout/evaluation.ts'
import { serveCorridor } from './corridor.ts'
import { open } from './socket.ts'

interface Told {
  readonly type: string
  readonly data: {
    readonly observation: { readonly text: string; readonly won: boolean; readonly admissible?: readonly string[] }
    readonly reward: number | null
    readonly done: boolean
    readonly metadata?: { readonly terminated: boolean; readonly truncated: boolean; readonly score: number }
    readonly code?: string
    readonly message?: string
  }
}
const right = { type: 'step', data: { command: 'right' } }
const wait = { type: 'step', data: { command: 'wait' } }
const reset = { type: 'reset', data: { seed: 1 } }

test('an episode is won by its last step, and another begins by a reset', async t => {
  const { url, active } = await serveCorridor(t)
  const { ask, socket, closed } = await open(t, url)
  t.like(await ask(reset), { type: 'observation', data: { reward: null, done: false } })
  t.like(await ask(right), { data: { reward: 0, done: false } })
  t.like(await ask(right), {
    data: { reward: 1, done: true, metadata: { terminated: true, truncated: false, score: 1 } },
  })
  t.like(await ask(right), {
    type: 'error',
    data: { code: 'EXECUTION_ERROR', message: 'the episode is over: reset begins another one' },
  })
  const again = (await ask(reset)) as Told
  t.deepEqual(again.data.observation.admissible, ['left', 'right'])
  t.is(active(), 1)
  socket.send('{"type":"close"}')
  t.is(await closed, 1000)
})

test('an episode that reaches its step limit is truncated', async t => {
  const { url } = await serveCorridor(t)
  const { ask } = await open(t, url)
  await ask(reset)
  for (let step = 1; step < 5; step++) t.like(await ask(wait), { data: { done: false } })
  t.like(await ask(wait), { data: { reward: 0, done: true, metadata: { terminated: false, truncated: true } } })
})

test('a world that throws ends the episode, and the session goes on', async t => {
  const { url } = await serveCorridor(t)
  const { ask } = await open(t, url)
  await ask(reset)
  t.like(await ask({ type: 'step', data: { command: 'crash' } }), { data: { code: 'EXECUTION_ERROR' } })
  t.like(await ask(right), { data: { code: 'EXECUTION_ERROR' } })
  t.like(await ask(reset), { type: 'observation' })
})

test('beyond the capacity a client is told so after the upgrade, unasked; a place that is left can be taken', async t => {
  const { url, active } = await serveCorridor(t, { sessions: 1 })
  const first = await open(t, url)
  await first.ask(reset)
  const second = await open(t, url)
  t.deepEqual(await second.next(), {
    type: 'error',
    data: {
      message: 'Server at capacity: 1/1 sessions active. Cannot accept new connections.',
      ...{ code: 'CAPACITY_REACHED', active_sessions: 1, max_sessions: 1 },
    },
  })
  t.is(await second.closed, 1000)
  t.is((await fetch(`${url}/reset`, { method: 'POST' })).status, 503)
  first.socket.close()
  await first.closed
  while (active() > 0) await new Promise(resolve => setImmediate(resolve))
  const third = await open(t, url)
  t.like(await third.ask(reset), { type: 'observation' })
})

test('a client that falls silent, as one of a broken line, is ended; one that answers pings is not', async t => {
  const { url, active } = await serveCorridor(t, { silenceMs: 200 })
  const silent = await open(t, url)
  const alive = await open(t, url)
  silent.socket.pause()
  while (active() > 1) await new Promise(resolve => setImmediate(resolve))
  t.like(await alive.ask(reset), { type: 'observation' })
})

test('a session without requests ends after its time', async t => {
  const { url, active } = await serveCorridor(t, { silenceMs: 100, idleMs: 200 })
  const { closed } = await open(t, url)
  t.is(await closed, 1001)
  while (active() > 0) await new Promise(resolve => setImmediate(resolve))
  t.pass()
})

/** A world that opens, and answers the first action after the second. */
function sluggish(closed: () => void | Promise<void>): World {
  return {
    name: 'sluggish',
    deterministic: true,
    generate: () => ({}),
    parseTask: () => ({}),
    describe: () => 'wait',
    stepLimit: () => 10,
    open: () => ({
      observation: 'go',
      act: () => new Promise(() => {}),
      close: async () => closed(),
    }),
  }
}

test('an answer that takes too long ends the episode, and its world is told to close it', async t => {
  let closes = 0
  const world = sluggish(() => void (closes += 1))
  const { url } = await serveCorridor(t, { world, admissible: false, deadlineMs: 50 })
  const { ask } = await open(t, url)
  await ask(reset)
  t.like(await ask(right), {
    data: { code: 'EXECUTION_ERROR', message: 'the world has not answered within 0.05 s; the episode is over' },
  })
  t.is(closes, 1)
  t.like(await ask(right), { data: { message: 'the episode is over: reset begins another one' } })
  t.like(await ask(reset), { type: 'observation' })
})

test('a reset to a task that is not there is refused, and the episode goes on', async t => {
  const { url } = await serveCorridor(t)
  const { ask } = await open(t, url)
  await ask({ type: 'reset', data: { split: 'seen', index: 3, episode_id: 'mine' } })
  t.like(await ask(right), { data: { done: false } })
  t.like(await ask({ type: 'reset', data: { index: 1e6 } }), {
    data: { code: 'EXECUTION_ERROR', message: 'index must be in [0, 1000000), got 1000000' },
  })
  t.deepEqual(await ask({ type: 'state' }), { type: 'state', data: { episode_id: 'mine', step_count: 1 } })
  t.like(await ask(right), { data: { done: true, reward: 1 } })
})

test('a world that does not close keeps its place no longer than the deadline', async t => {
  const world = sluggish(() => new Promise(() => {}))
  const { url, active } = await serveCorridor(t, { world, admissible: false, sessions: 1, deadlineMs: 50 })
  for (let client = 0; client < 2; client++) t.is((await fetch(`${url}/reset`, { method: 'POST' })).status, 200)
  t.is(active(), 0)
})

test('a client that leaves in the middle of a step leaves nothing behind', async t => {
  let closes = 0
  const world = sluggish(() => void (closes += 1))
  const { url, active } = await serveCorridor(t, { world, admissible: false })
  const { ask, socket } = await open(t, url)
  await ask(reset)
  socket.send(JSON.stringify(right))
  socket.terminate()
  while (active() > 0) await new Promise(resolve => setImmediate(resolve))
  t.is(closes, 1)
})

test('too many requests under way, and frames that are too long, end the connection', async t => {
  const { url } = await serveCorridor(t, { world: sluggish(() => {}), admissible: false })
  const hasty = await open(t, url)
  for (let request = 0; request < 70; request++) hasty.socket.send(JSON.stringify(right))
  t.is(await hasty.closed, 1008)
  const wordy = await open(t, url)
  wordy.socket.send('x'.repeat(2 ** 21))
  t.is(await wordy.closed, 1009)
})

test('pages of the web are refused, by HTTP and by WebSocket; unknown paths are not there', async t => {
  const { url } = await serveCorridor(t)
  const asked = async (headers: Readonly<Record<string, string>>, path = '/health'): Promise<string> => {
    const { hostname, port } = new URL(url)
    const socket = connectTcp(Number(port), hostname)
    const lines = Object.entries({ Host: `${hostname}:${port}`, Connection: 'close', ...headers })
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
    let text = ''
    for await (const part of socket) text += String(part)
    return text.slice(9, 12)
  }
  const upgrade = {
    ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  t.is(await asked({}), '200')
  t.is(await asked({ Host: 'world.example' }), '403')
  t.is(await asked({ Origin: 'http://world.example' }), '403')
  t.is(await asked({ ...upgrade, Origin: 'http://world.example' }, '/ws'), '403')
  t.is(await asked({ ...upgrade, Host: 'world.example' }, '/ws'), '403')
  t.is(await asked(upgrade, '/elsewhere'), '404')
})

test('a session of another transport is not known here', async t => {
  const { url } = await serveCorridor(t)
  const { next, closed } = await open(t, url, '/ws?session_id=nobody')
  t.like(await next(), { type: 'error', data: { code: 'SESSION_ERROR' } })
  t.is(await closed, 1000)
})

test('tasks are listed by split and index, and a reset begins them', async t => {
  const config = await loadRunConfig({ environment: { name: 'household' } })
  const { url, close } = await serveConfiguredWorld({ config, port: 0 })
  t.teardown(close)
  const world = await loadWorld(environmentSource(config.environment))
  const ask = async (route: string, body?: object): Promise<unknown> =>
    (
      await fetch(
        `${url}/household/${route}`,
        body === undefined
          ? {}
          : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      )
    ).json()
  t.deepEqual(await ask('splits'), [
    { name: 'train', type: 'train' },
    { name: 'seen', type: 'validation' },
    { name: 'unseen', type: 'test' },
  ])
  t.deepEqual(await ask('num_tasks', { split: 'unseen' }), { num_tasks: 1_000_000 })
  const goal = world.describe(heldOutTask(world, 'unseen', 7))
  const task = { id: 'unseen-7', split: 'unseen', index: 7, goal }
  t.deepEqual(await ask('task', { split: 'unseen', index: 7 }), { task })
  t.deepEqual(await ask('task_range', { split: 'unseen', start: 7, stop: 8 }), { tasks: [task] })
  t.is(((await ask('tasks', { split: 'train' })) as { readonly tasks: readonly unknown[] }).tasks.length, 100)
  t.deepEqual(await ask('task', { split: 'train', index: -1 }), { detail: 'Invalid task index' })
  t.deepEqual(await ask('num_tasks', { split: 'test' }), { detail: "unknown split 'test'" })
  t.like(await ask('num_tasks', {}), { detail: [{ type: 'missing', loc: ['body', 'split'] }] })
  t.is((await fetch(`${url}/elsewhere/splits`)).status, 404)
  const { ask: say } = await open(t, url)
  const told = (await say({ type: 'reset', data: { split: 'unseen', index: 7 } })) as Told
  t.true(told.data.observation.text.includes(goal), told.data.observation.text)
  const other = await open(t, url)
  t.deepEqual(await other.ask({ type: 'reset', data: { split: 'unseen', index: 7 } }), told)
})

test('every world of this package that needs neither browser nor files is served and answers any text', async t => {
  for (const name of ['household', 'coding', 'desk', 'puzzles', 'grids']) {
    const config = await loadRunConfig({ environment: { name, threads: 1 } })
    const { url, close } = await serveConfiguredWorld({ config, port: 0 })
    try {
      const { ask, socket, closed } = await open(t, url)
      t.like(await ask(reset), { type: 'observation', data: { reward: null, done: false } }, name)
      const told = (await ask({ type: 'step', data: { command: 'anything at all' } })) as Told
      t.is(told.type, 'observation', name)
      t.is(typeof told.data.observation.text, 'string')
      socket.close()
      await closed
    } finally {
      await close()
    }
  }
})

test('what cannot be served is refused by name', async t => {
  const world: World = { ...sluggish(() => {}), generate: undefined as never }
  const { generate: _, ...bare } = world
  const serve = (options: object) =>
    serveWorld({ world: bare, tasks: null, admissible: false, port: 0, run: () => Promise.resolve([]), ...options })
  await t.throwsAsync(serve({}), { instanceOf: RangeError, message: /^sluggish makes no tasks: name a file/ })
  await t.throwsAsync(serve({ tasks: [] }), { instanceOf: RangeError })
  await t.throwsAsync(serve({ tasks: [{}], admissible: true }), {
    instanceOf: RangeError,
    message: 'sluggish does not tell which actions are admissible',
  })
  await t.throwsAsync(serve({ tasks: [{}], sessions: 0 }), { instanceOf: RangeError })
  const { url } = await serveCorridor(t)
  const port = Number(new URL(url).port)
  await t.throwsAsync(serve({ tasks: [{}], port }), { message: new RegExp(`^port ${port} cannot be used`) })
})
