/** A service that is not there is spoken of after a second, with its address, the cause and how long is waited. */
import test, { type ExecutionContext } from 'ava'
import { createHttpClient } from '../../../src/engine/http/http-client.ts'
import { virtualService, type Answering, type Asked } from '../../fixtures/http/virtual-service.ts'

const post = { method: 'POST', path: '/do', body: '{}' } as const

async function watched(t: ExecutionContext, answer: (answering: Answering, count: number) => Promise<void> | void) {
  let count = 0
  const service = await virtualService(t, (_: Asked, answering) => answer(answering, (count += 1)))
  const { baseUrl, scheduler, fetch } = service
  const told: { readonly ms: number; readonly text: string }[] = []
  const warn = (text: string): void => void told.push({ ms: scheduler.now(), text })
  const client = createHttpClient({ baseUrl, scheduler, fetch, warn, deadlineMs: 60_000, attemptMs: 30_000 })
  t.teardown(client.close)
  const ask = () => service.until(client.send(post, { repeatable: true }))
  return {
    ask,
    baseUrl,
    told,
    both: () => service.until(Promise.all([1, 2].map(() => client.send(post, { repeatable: true })))),
  }
}

test('a service that breaks connections is spoken of once, and again when it is back', async t => {
  const { both, told, baseUrl } = await watched(t, ({ reset, json }, count) => (count < 12 ? reset() : json(200, {})))
  await both()
  t.is(told.length, 2, JSON.stringify(told))
  t.true((told[0]?.ms ?? 0) >= 1000 && (told[0]?.ms ?? 0) < 2000)
  t.regex(told[0]?.text ?? '', /^http:.* does not answer \(POST \/do has no reply: .*\); waiting, up to 60 s$/)
  t.is(told[1]?.text, `${baseUrl} answers again`)
})

test('a service that has never answered is spoken of while it is silent; a known one may take its time', async t => {
  const { ask, told } = await watched(t, ({ hold, json }, count) => (count % 2 === 1 ? hold() : json(200, {})))
  await ask()
  t.is(told[0]?.ms, 1000)
  t.regex(told[0]?.text ?? '', /\(POST \/do has no reply yet\)/)
  t.regex(told[1]?.text ?? '', /answers again/)
})

test('one that is busy, or slow after it has answered, is no outage', async t => {
  const { ask, told } = await watched(t, ({ json }, count) =>
    count === 2 ? json(429, {}, { 'retry-after': '7' }) : json(200, {}),
  )
  await ask()
  await ask()
  t.deepEqual(told, [])
})

test('what is given up names the address and the last cause', async t => {
  const { ask, baseUrl } = await watched(t, ({ reset }) => reset())
  const error = await t.throwsAsync(ask())
  t.regex(error.message, /^POST \/do was given up after \d+ attempts/)
  t.true(error.message.includes(`: ${baseUrl} does not answer: POST /do has no reply: `), error.message)
})
