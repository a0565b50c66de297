import test, { type ExecutionContext } from 'ava'
import { createHttpClient, type HttpClientOptions } from '../../../src/engine/http/http-client.ts'
import { NoReplyError, OutOfTimeError, StatusError } from '../../../src/engine/http/http-errors.ts'
import { nobodysUrl, virtualService, type Answering, type Asked } from '../../fixtures/http/virtual-service.ts'

const post = { method: 'POST', path: '/do', body: '{}' } as const

async function started(
  t: ExecutionContext,
  answer: (asked: Asked, answering: Answering, count: number) => Promise<void> | void,
  options: Partial<HttpClientOptions> = {},
) {
  let count = 0
  const service = await virtualService(t, (asked, answering) => answer(asked, answering, (count += 1)))
  const { baseUrl, scheduler, fetch } = service
  const client = createHttpClient({ baseUrl, scheduler, fetch, deadlineMs: 60_000, attemptMs: 10_000, ...options })
  t.teardown(client.close)
  return { ...service, client }
}

test('a reply has its status, its type without parameters and all of its bytes', async t => {
  const { client, asked } = await started(
    t,
    (_, { response }) => void response.writeHead(201, { 'content-type': 'Text/Plain; charset=utf-8' }).end('böse'),
    { headers: { 'x-api-key': 'secret' } },
  )
  const reply = await client.send({ ...post, headers: { accept: 'a/b' } }, { repeatable: false })
  t.is(reply.status, 201)
  t.is(reply.contentType, 'text/plain')
  t.is(Buffer.from(reply.body).toString(), 'böse')
  t.is(asked[0]?.headers['x-api-key'], 'secret')
  t.is(asked[0]?.headers.accept, 'a/b')
})

for (const [status, repeatable, attempts] of [
  [429, false, 3],
  [429, true, 3],
  [503, true, 3],
  [500, true, 3],
  [503, false, 1],
  [400, true, 1],
  [404, true, 1],
  [422, true, 1],
] as const) {
  test(`${status} of a request that may${repeatable ? '' : ' not'} be repeated: ${attempts} attempts`, async t => {
    const { client, asked, until } = await started(t, (_, { json }, count) => json(count < 3 ? status : 200, { count }))
    const reply = until(client.send(post, { repeatable }))
    if (attempts === 3) t.is((await reply).status, 200)
    else t.is((await t.throwsAsync(reply, { instanceOf: StatusError })).status, status)
    t.is(asked.length, attempts)
  })
}

test('a service that says when to come back is not asked before', async t => {
  const { client, scheduler, until } = await started(t, (_, { json }, count) =>
    count === 1 ? json(429, {}, { 'retry-after': '7' }) : json(200, {}),
  )
  await until(client.send(post, { repeatable: false }))
  t.true(scheduler.now() >= 7000 && scheduler.now() < 8000)
})

for (const [name, fault] of Object.entries({
  'a reset': ({ reset }: Answering) => reset(),
  'half a body': async ({ response }: Answering) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half')
    await new Promise(resolve => setImmediate(resolve))
    response.destroy()
  },
  'no answer': ({ hold }: Answering) => hold(),
})) {
  test(`${name}: a request is sent again if it may be, else refused as one without a reply`, async t => {
    const answer = (_: Asked, answering: Answering, count: number) =>
      count % 2 === 1 ? fault(answering) : answering.json(200, {})
    const { client, until, asked } = await started(t, answer)
    t.is((await until(client.send(post, { repeatable: true }))).status, 200)
    const error = await t.throwsAsync(until(client.send(post, { repeatable: false })), { instanceOf: NoReplyError })
    t.false(error.unsent)
    t.is(asked.length, 3)
  })
}

test('a connection that is refused is made again, since nothing was sent', async t => {
  const { client, until } = await started(t, () => {}, { baseUrl: nobodysUrl })
  const error = await t.throwsAsync(until(client.send(post, { repeatable: false })), { instanceOf: OutOfTimeError })
  t.regex(
    error.message,
    /^POST \/do was given up after \d+ attempts in 60000 ms: http:.* does not answer: .*ECONNREFUSED/,
  )
})

test('attempts end with the deadline', async t => {
  const { client, scheduler, until } = await started(t, (_, { hold }) => hold())
  await t.throwsAsync(until(client.send(post, { repeatable: true })), {
    instanceOf: OutOfTimeError,
    message: /none within \d+ ms$/,
  })
  t.true(scheduler.now() <= 60_000)
})

test('no more requests are under way than the bound; those that wait in line lose no time of theirs', async t => {
  const { client, until, busiest } = await started(
    t,
    async (_, { hold, json }) => {
      await hold(9000)
      json(200, {})
    },
    { maxConcurrent: 3 },
  )
  const replies = await until(Promise.all(Array.from({ length: 30 }, () => client.send(post, { repeatable: false }))))
  t.is(replies.length, 30)
  t.is(busiest(), 3)
})

test('closing ends what is under way and what comes later', async t => {
  const { client, until } = await started(t, (_, { hold }) => hold())
  const sent = client.send(post, { repeatable: true })
  setImmediate(client.close)
  await t.throwsAsync(until(sent), { message: /is closed$/ })
  await t.throwsAsync(until(client.send(post, { repeatable: true })), { message: /is closed$/ })
})

test('a body that is too long is no reply', async t => {
  const { client } = await started(t, (_, { response }) => void response.end('x'.repeat(101)), { maxBytes: 100 })
  await t.throwsAsync(client.send(post, { repeatable: false }), { message: /its body has more than 100 bytes/ })
})

test('a redirect is not followed: it would take the key elsewhere', async t => {
  const { client, asked } = await started(
    t,
    (_, { response }) => void response.writeHead(302, { location: '/other' }).end(),
  )
  await t.throwsAsync(client.send(post, { repeatable: true }), { instanceOf: StatusError, message: /302/ })
  t.is(asked.length, 1)
})

test('an address that is none, or holds a password, is refused', t => {
  for (const baseUrl of ['ftp://x', 'localhost:80', ''])
    t.throws(() => createHttpClient({ baseUrl }), { instanceOf: RangeError })
  const error = t.throws(() => createHttpClient({ baseUrl: 'http://me:secret@host' }), { instanceOf: RangeError })
  t.false(error.message.includes('secret'))
})
