/** Clients that are slow, endless, silent or gone, and the end of a server. */
import test, { type ExecutionContext } from 'ava'
import { jsonAnswer } from '../../src/network/answer.ts'
import { RefusedRequest } from '../../src/network/refused-request.ts'
import { serveHttp, type ServeHttpOptions } from '../../src/network/serve.ts'
import { asked, exchange, statusOf } from './raw.ts'

const json = { 'Content-Type': 'application/json' }
const chunked = { ...json, 'Transfer-Encoding': 'chunked' }

async function serving(t: ExecutionContext, options: Partial<ServeHttpOptions> = {}) {
  const handled: string[] = []
  const served = await serveHttp({
    ...{ host: '127.0.0.1', port: 0, key: null, maxBodyBytes: 1000 },
    refusal: ({ status, reason }) => jsonAnswer({ detail: reason }, status),
    handle: ({ path, body }) => {
      handled.push(path)
      return jsonAnswer({ path, bytes: body.length })
    },
    ...options,
    limits: { headMs: 5000, bodyMs: 5000, lingerMs: 50, ...options.limits },
  })
  t.teardown(served.close)
  return { ...served, handled }
}

test('a body is read up to its bound; one byte more is refused, whether its length is said or not', async t => {
  const { url, handled } = await serving(t, { maxBodyBytes: 4, limits: { lingerMs: 5000 } })
  const told = async (path: string, body: string | ReadableStream) => {
    /* A connection that is kept may be closed before its next use. */
    const headers = { ...json, Connection: 'close' }
    const response = await fetch(url + path, { method: 'POST', headers, body, duplex: 'half' })
    return [response.status, await response.text()]
  }
  const stream = (text: string) => new Blob([text]).stream()
  const tooLong = [413, '{"detail":"a body must not have more than 4 bytes"}']
  t.deepEqual(await told('/a', 'four'), [200, '{"path":"/a","bytes":4}'])
  t.deepEqual(await told('/b', stream('four')), [200, '{"path":"/b","bytes":4}'])
  t.deepEqual(await told('/c', 'fives'), tooLong)
  t.deepEqual(await told('/d', stream('fives')), tooLong)
  t.deepEqual(handled, ['/a', '/b'])
})

test('an endless body is refused while it still comes, and hung up on', async t => {
  const { url, handled } = await serving(t)
  const { socket, answer } = exchange(url, asked(url, 'POST /', chunked))
  let sent = 0
  const more = (): void => {
    if (socket.destroyed) return
    sent += 1
    socket.write(`400\r\n${'x'.repeat(1024)}\r\n`, () => setImmediate(more))
  }
  more()
  const told = await answer
  t.is(statusOf(told), 413)
  t.regex(told, /"a body must not have more than 1000 bytes"/)
  t.true(sent > 0)
  t.deepEqual(handled, [])
})

test('a body of a stated length beyond the bound is refused before a byte of it has come', async t => {
  const { url } = await serving(t)
  const { answer, heard, socket } = exchange(url, asked(url, 'POST /', { ...json, 'Content-Length': '99999999999' }))
  await heard
  socket.end()
  t.is(statusOf(await answer), 413)
})

test('a slow body is given up with 408, a slow head as well, and a connection that says nothing', async t => {
  const { url, handled } = await serving(t, { limits: { bodyMs: 40 } })
  const slowBodies = [
    asked(url, 'POST /', { ...json, 'Content-Length': '10' }, 'half'),
    asked(url, 'POST /', chunked, '2\r\nab\r\n'),
  ]
  for (const answer of await Promise.all(slowBodies.map(text => exchange(url, text).answer))) {
    t.is(statusOf(answer), 408)
    t.regex(answer, /"a body must be sent within 40 ms"/)
  }
  const other = await serving(t, { limits: { headMs: 40 } })
  const slowHeads = [asked(other.url, 'GET /').slice(0, -2), '']
  const answers = await Promise.all(slowHeads.map(text => exchange(other.url, text).answer))
  t.deepEqual(answers.map(statusOf), [408, 408])
  t.deepEqual([...handled, ...other.handled], [])
})

test('a client that leaves in the middle of its request leaves nothing, and others are served', async t => {
  const { url, handled } = await serving(t)
  for (const text of [
    asked(url, 'POST /', { ...json, 'Content-Length': '10' }, 'half'),
    asked(url, 'POST /', chunked, '2\r\na'),
    'GET / HT',
  ]) {
    const { socket, answer } = exchange(url, text)
    socket.end()
    await answer
  }
  t.is((await fetch(url)).status, 200)
  t.deepEqual(handled, ['/'])
})

test('a client that reads nothing of a long answer is let go', async t => {
  const pieces = function* () {
    for (;;) yield 'x'.repeat(65_536)
  }
  let ended = 0
  const body = {
    [Symbol.iterator]: () => {
      const each = pieces()
      return { next: () => each.next(), return: () => ({ done: true as const, value: (ended += 1) && '' }) }
    },
  } as Iterable<string>
  const { url } = await serving(t, {
    handle: () => ({ status: 200, type: 'text/plain', body }),
    limits: { bodyMs: 40 },
  })
  const { socket, answer } = exchange(url, asked(url, 'GET /'))
  socket.pause()
  while (ended === 0) await new Promise(resolve => setImmediate(resolve))
  socket.resume()
  await answer
  t.is(ended, 1)
})

test('an answer whose pieces are long in coming is waited for', async t => {
  const slowly = async (): Promise<unknown> =>
    exchange(url, asked(url, 'POST /', { ...json, 'Content-Length': '10' }, 'half')).answer
  const pieces = async function* () {
    yield 'begun, '
    for (let at = 0; at < 3; at += 1) await slowly()
    yield 'ended'
  }
  const { url } = await serving(t, {
    handle: () => ({ status: 200, type: 'text/plain', body: pieces() }),
    limits: { bodyMs: 40 },
  })
  t.is(await (await fetch(url, { headers: { connection: 'close' } })).text(), 'begun, ended')
})

test('beyond their bound connections are dropped; one that ends makes room', async t => {
  const { url } = await serving(t, { limits: { connections: 1 } })
  const first = exchange(url, asked(url, 'GET /'))
  await first.heard
  t.is(await exchange(url, asked(url, 'GET /')).answer, '')
  first.socket.end()
  await first.answer
  t.is((await fetch(url)).status, 200)
})

test('a refusal that is thrown keeps its status; anything else is one of 500', async t => {
  const { url } = await serving(t, {
    handle: ({ path }) => {
      throw path === '/known' ? new RefusedRequest(409, 'not now') : new Error('broken')
    },
  })
  const told = async (path: string) => {
    const response = await fetch(url + path)
    return [response.status, await response.text()]
  }
  t.deepEqual(await told('/known'), [409, '{"detail":"not now"}'])
  t.deepEqual(await told('/other'), [500, '{"detail":"broken"}'])
})

test('a closed server has sent the answers that were under way, and takes no others', async t => {
  let count = 0
  let begin = (): void => {}
  let finish = (): void => {}
  const begun = new Promise<void>(resolve => (begin = resolve))
  const finished = new Promise<void>(resolve => (finish = resolve))
  const { url, close } = await serving(t, {
    limits: { lingerMs: 60_000 },
    handle: async () => {
      count += 1
      begin()
      await finished
      return jsonAnswer('done')
    },
  })
  const under = exchange(url, asked(url, 'GET /'))
  await begun
  const ends = [close(), close()]
  under.socket.write(asked(url, 'GET /'))
  finish()
  t.regex(await under.answer, /^HTTP\/1.1 200 [^]*"done"$/)
  await Promise.all(ends)
  await close()
  t.is(count, 1)
  await t.throwsAsync(fetch(url))
})

test('what does not end by itself is ended with the server: answers, half requests, connections taken over', async t => {
  const { url, close } = await serving(t, { handle: () => new Promise(() => {}), upgrade: () => null })
  const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket' }
  const texts = [asked(url, 'GET /'), asked(url, 'GET /', upgrade), asked(url, 'POST /', chunked), 'GET ', '']
  const all = texts.map(text => exchange(url, text))
  await Promise.all(all.map(({ socket }) => new Promise(resolve => socket.once('connect', resolve))))
  await close()
  for (const { answer } of all) t.true(['', '503'].includes((await answer).slice(9, 12)))
})

test('an empty key is refused by name', async t => {
  await t.throwsAsync(serving(t, { key: '' }), { instanceOf: RangeError, message: 'key must not be empty' })
})
