import test from 'ava'
import { openService } from '../../../src/engine/tinker/service/service.ts'
import { nobodysUrl, virtualService } from '../../fixtures/http/virtual-service.ts'

test('a service that is not there is given up, by its address, before an actor has to be ready', async t => {
  const { scheduler, fetch, until } = await virtualService(t, () => {})
  const url = nobodysUrl
  const opened = openService({ url, key: '', deadlineMs: 600_000, maxConcurrent: 4, fetch, scheduler })
  const error = await t.throwsAsync(until(opened), { message: /ECONNREFUSED/ })
  t.true(error.message.includes(`${url} does not answer: `), error.message)
  t.true(scheduler.now() < 60_000)
})

test('an empty key is none', async t => {
  for (const key of ['', 'secret']) {
    const { baseUrl: url, scheduler, fetch, until, asked } = await virtualService(t, (_, { json }) => json(404, {}))
    await t.throwsAsync(until(openService({ url, key, deadlineMs: 1_000, maxConcurrent: 1, fetch, scheduler })))
    t.is(asked[0]?.headers['x-api-key'], key === '' ? undefined : key)
  }
})
