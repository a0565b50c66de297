/** 10,000 requests and frames that nobody meant well: no crash, and an episode beside them is what it was. */
import { connect } from 'node:net'
import test from 'ava'
import fc from 'fast-check'
import { serveCorridor } from './corridor.ts'
import { open } from './socket.ts'

const word = fc.constantFrom(
  ...[
    'reset',
    'step',
    'state',
    'close',
    'mcp',
    'type',
    'data',
    'command',
    'seed',
    'split',
    'index',
    'metadata',
    'left',
  ],
  ...['__proto__', 'constructor', 'episode_id', 'jsonrpc', 'method', 'id', 'tools/list', 'session_id', 'toString'],
)
const value = fc.oneof(word, fc.jsonValue({ maxDepth: 4 }), fc.integer(), fc.double(), fc.constant(null), fc.string())
const record = fc.dictionary(fc.oneof(word, fc.string()), value, { maxKeys: 6 })
const frame = fc.oneof(
  {
    arbitrary: fc
      .record({ type: word, data: fc.oneof(record, value) }, { requiredKeys: [] })
      .map(each => JSON.stringify(each)),
    weight: 6,
  },
  { arbitrary: fc.jsonValue().map(each => JSON.stringify(each)), weight: 2 },
  { arbitrary: fc.string({ maxLength: 300 }), weight: 2 },
  { arbitrary: fc.constant('['.repeat(5000)), weight: 1 },
)
const path = fc.oneof(
  fc.constantFrom(
    '/health',
    '/schema',
    '/reset',
    '/step',
    '/state',
    '/mcp',
    '/corridor/splits',
    '/corridor/task',
    '/corridor/task_range',
  ),
  fc.webPath(),
  fc.constantFrom('/../../etc/passwd', '/corridor/../..', '/%2e%2e/package.json', '//', '/__proto__', '/constructor'),
)
const request = fc.record({
  path,
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'),
  body: fc.oneof(
    record.map(each => JSON.stringify(each)),
    fc.string(),
  ),
})

const seed = 20_261_123
const [frames, requests, torn] = [6000, 3000, 1000]

test('10,000 fuzzed frames and requests change nothing of an episode beside them', async t => {
  const { url, active } = await serveCorridor(t, { sessions: 8 })
  const beside = await open(t, url)
  const opening = JSON.stringify(await beside.ask({ type: 'reset', data: { seed: 3, episode_id: 'mine' } }))
  await beside.ask({ type: 'step', data: { command: 'right' } })

  /* Frames, on connections that are taken anew where one was ended. */
  let answers = 0
  let pending = fc.sample(frame, { numRuns: frames, seed })
  while (pending.length > 0) {
    const client = await open(t, url)
    let isOpen = true
    void client.closed.then(() => (isOpen = false))
    let sent = 0
    for (const text of pending) {
      if (!isOpen) break
      sent += 1
      const told = await Promise.race([client.ask(text), client.closed])
      if (typeof told === 'number') break
      answers += 1
      if (!['observation', 'state', 'error', 'mcp'].includes((told as { readonly type: string }).type))
        return t.fail(JSON.stringify(told))
    }
    pending = pending.slice(sent)
    client.socket.terminate()
  }
  t.true(answers > frames * 0.9, `${answers} answers`)

  for (const { path, method, body } of fc.sample(request, { numRuns: requests, seed })) {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
    })
    const text = await answer.text()
    if (answer.status === 500 && !text.startsWith('Internal')) return t.fail(text)
    if (/root:|dependencies/.test(text)) return t.fail(`${method} ${path}: ${text.slice(0, 200)}`)
  }

  /* Bytes that are no HTTP, or break off. */
  const { hostname, port } = new URL(url)
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map(each => Buffer.from(each)),
    fc
      .tuple(
        fc.constantFrom('GET /ws HTTP/1.1\r\n', 'POST /reset HTTP/1.1\r\nContent-Length: 99\r\n', 'GET '),
        fc.string(),
      )
      .map(([head, rest]) => Buffer.from(`${head}${rest}`)),
  )
  const broken = fc.sample(bytes, { numRuns: torn, seed })
  for (let at = 0; at < broken.length; at += 20)
    await Promise.all(
      broken.slice(at, at + 20).map(
        each =>
          new Promise<void>(resolve => {
            const socket = connect(Number(port), hostname)
            socket.on('error', () => {})
            socket.on('close', () => resolve())
            socket.resume()
            socket.end(each)
          }),
      ),
    )

  t.like(await beside.ask({ type: 'state' }), { type: 'state', data: { episode_id: 'mine', step_count: 1 } })
  t.like(await beside.ask({ type: 'step', data: { command: 'right' } }), { data: { reward: 1, done: true } })
  t.is(JSON.stringify(await beside.ask({ type: 'reset', data: { seed: 3, episode_id: 'mine' } })), opening)
  while (active() > 1) await new Promise(resolve => setImmediate(resolve))
  t.is((await fetch(`${url}/health`)).status, 200)
})
