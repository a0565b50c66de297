/** The page of a world on this machine, and who may ask for it. */
import { request } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import type { PersonStatus, PlayablePage } from '../../src/contracts/worlds/playable-page.ts'
import { servePlay } from '../../src/play/play-server.ts'

/** Won by the third step; an event is a number, to be added to the steps. */
const page: PlayablePage = {
  file: path => (path === '/' ? { body: '<title>World</title>', type: 'text/html' } : null),
  begin: task => {
    let steps = 0
    return {
      opening: { task },
      act: event => {
        if (typeof event !== 'number') throw new RangeError(`an event is a number, got ${String(event)}`)
        steps += event
        return { won: steps >= 3, steps }
      },
    }
  },
}

interface Asked {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

async function serving(t: ExecutionContext) {
  const standings: PersonStatus[] = []
  const server = await servePlay({ page, task: 'the task', port: 0, onStatus: each => void standings.push(each) })
  t.teardown(server.close)
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Asked> =>
    new Promise((resolve, reject) => {
      const asked = request(new URL(path, server.url), { method, headers, agent: false }, answer => {
        let text = ''
        answer.on('data', (chunk: Buffer) => void (text += chunk.toString()))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      })
      asked.on('error', reject)
      asked.end(body)
    })
  const send = (body: string, headers: Record<string, string> = {}) =>
    ask('events', { 'Content-Type': 'application/json', ...headers }, 'POST', body)
  return { server, standings, ask, send }
}

test('the page is served, may do nothing but be a page, and its events are graded', async t => {
  const { server, standings, ask, send } = await serving(t)
  t.regex(server.url, /^http:\/\/127\.0\.0\.1:\d+\/$/)
  const { status, headers, text } = await ask('')
  t.deepEqual([status, text, headers['content-type']], [200, '<title>World</title>', 'text/html'])
  t.regex(String(headers['content-security-policy']), /^default-src 'none'; script-src 'self';/)
  t.is(headers['x-content-type-options'], 'nosniff')
  t.is((await ask('begun.json')).text, '{"task":"the task"}')
  t.is((await send('2')).text, '{"won":false,"steps":2}')
  t.is((await send('1')).text, '{"won":true,"steps":3}')
  await ask('begun.json')
  t.is((await send('1')).text, '{"won":false,"steps":1}')
  const begun = { won: false, steps: 0 }
  t.deepEqual(standings, [begun, { won: false, steps: 2 }, { won: true, steps: 3 }, begun, { won: false, steps: 1 }])
})

test('other hosts, pages of other origins, other methods and what is no event are refused', async t => {
  const { server, standings, ask, send } = await serving(t)
  const { host } = new URL(server.url)
  const refused: readonly (readonly [status: number, ask: () => Promise<Asked>])[] = [
    [403, () => ask('', { Host: 'desk.example' })],
    [403, () => ask('', { Host: `desk.example:${host.split(':')[1]}` })],
    [403, () => ask('begun.json', { Origin: 'http://desk.example' })],
    [403, () => send('1', { Origin: 'null' })],
    [404, () => ask('nothing.js')],
    [405, () => ask('', {}, 'DELETE')],
    [405, () => ask('events')],
    [415, () => send('1', { 'Content-Type': 'text/plain' })],
    [413, () => send(`"${'x'.repeat(70_000)}"`)],
    [400, () => send('{')],
    [400, () => send('"one"')],
  ]
  for (const [status, refusal] of refused) t.is((await refusal()).status, status)
  t.deepEqual(standings, [])
  t.is((await send('1', { Origin: `http://${host}` })).status, 200)
  t.is((await ask('', { Host: host.replace('127.0.0.1', 'localhost') })).status, 200)
})

test('a port that is taken is refused by its number', async t => {
  const { server } = await serving(t)
  const port = Number(new URL(server.url).port)
  await t.throwsAsync(servePlay({ page, task: 0, port, onStatus: () => {} }), {
    instanceOf: RangeError,
    message: new RegExp(`^port ${port} cannot be used: `),
  })
})
