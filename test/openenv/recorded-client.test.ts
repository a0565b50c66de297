/** Our client plays a server that says what real ones said, and asks what real clients asked. */
import { createServer } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import test, { type ExecutionContext } from 'ava'
import openEnvWorld from '../../environments/openenv/index.ts'
import type { OpenEnvOptions } from '../../environments/openenv/tasks/options.ts'
import type { World } from '../../src/contracts/worlds/world.ts'
import { derive, rootKey } from '../../src/math/random.ts'
import { listening } from '../fixtures/http/listening.ts'
import { connectionsOf, httpRows, isRecorded, type FrameRow } from './traffic.ts'

const run = isRecorded ? test : test.skip
const titled = (title: string): string => (isRecorded ? title : `SKIPPED, the recorded traffic is not there: ${title}`)

interface Recorded {
  readonly world: World
  /** What the client said. */
  readonly heard: readonly unknown[]
}

/** Says the frames of a connection, each after one of the client's. */
async function recorded(
  t: ExecutionContext,
  [version, server]: readonly [string, string],
  frames: readonly FrameRow[],
  options: OpenEnvOptions = {},
): Promise<Recorded> {
  const schema = httpRows(version, server).find(({ path }) => path === '/schema')
  const heard: unknown[] = []
  const http = createServer((request, response) => {
    response.writeHead(request.url === '/schema' ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(schema?.response))
  })
  const sockets = new WebSocketServer({ server: http, path: '/ws' })
  sockets.on('connection', (socket: WebSocket) => {
    const replies = frames.filter(({ from }) => from === 'server').map(({ frame }) => frame)
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { readonly type: string }
      heard.push(frame)
      if (frame.type === 'close') socket.close()
      else socket.send(JSON.stringify(replies.shift()))
    })
  })
  const url = await listening(t, http)
  t.teardown(() => sockets.close())
  const world = openEnvWorld({ url, deadlineSeconds: 5, ...options }) as World
  return { world, heard }
}

const opened = (world: World, task: unknown) =>
  world.open(world.parseTask(task), {
    ...{ key: derive(rootKey(0), 'test'), signal: new AbortController().signal },
    run: () => Promise.resolve([]),
  })

run(titled('an episode of the corridor: the frames of the real client, its observations, and its end'), async t => {
  const frames = connectionsOf('0.10.0', 'corridor')[0] ?? []
  const { world, heard } = await recorded(t, ['0.10.0', 'corridor'], frames, { reset: { goal: 3 } })
  const episode = await opened(world, { seed: 3, episode_id: 'e-3' })
  t.is(episode.observation, 'You are at 1. Goal 3.')
  t.deepEqual(await episode.act('right'), {
    ...{ observation: 'You are at 2. Goal 3.', won: false, lost: false, score: 0, reward: 0, label: null },
  })
  t.like(await episode.act('right'), { observation: 'You are at 3. Goal 3.', won: true, score: 1, reward: 1 })
  await episode.close()
  const asked = frames.filter(({ from }) => from === 'client').map(({ frame }) => frame)
  t.deepEqual(heard.slice(0, 3), asked.slice(0, 3))
  t.deepEqual(heard.at(-1), { type: 'close' })
})

for (const version of ['0.10.0', '0.3.0'])
  run(titled(`the echo of ${version}: its only text is read, and its only field is written`), async t => {
    const frames = connectionsOf(version, 'echo')[0] ?? []
    const { world, heard } = await recorded(t, [version, 'echo'], frames)
    const episode = await opened(world, {})
    t.is(episode.observation, 'Echo environment ready!')
    t.like(await episode.act('hello'), { observation: 'hello', won: false, lost: false, reward: 0.5 })
    await episode.close()
    t.deepEqual(
      heard,
      frames
        .filter(({ from, frame }) => from === 'client' && (frame as { type: string }).type !== 'state')
        .map(each => each.frame),
    )
  })

run(
  titled(
    'an action that the server does not take does nothing and says so; one that breaks the world ends the episode',
  ),
  async t => {
    const frames = connectionsOf('0.10.0', 'corridor')[0] ?? []
    const errors = frames.filter(({ frame }) => (frame as { type: string }).type === 'error')
    const opening = frames.find(({ from }) => from === 'server')
    t.is(errors.length, 3)
    const { world } = await recorded(
      t,
      ['0.10.0', 'corridor'],
      [...(opening === undefined ? [] : [opening]), ...errors],
    )
    const episode = await opened(world, { seed: 3 })
    t.deepEqual(await episode.act(''), {
      ...{ observation: 'Invalid message: String should have at least 1 character', won: false, lost: false },
      ...{ score: 0, reward: 0, label: null },
    })
    t.like(await episode.act('left'), { observation: 'Invalid message: Extra inputs are not permitted' })
    await t.throwsAsync(async () => episode.act('crash'), { message: /EXECUTION_ERROR: the world broke/ })
    await episode.close()
  },
)
