/** Everything of this package that listens stands behind the same guard. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import type { Device } from '../../src/contracts/models/device.ts'
import { servePlay } from '../../src/play/play-server.ts'
import { listen } from '../../src/serve/http-server.ts'
import { createTinkerServer } from '../../src/serve/tinker-server.ts'
import { beginWatch } from '../../src/watch/watch.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { serveCorridor } from '../openenv/corridor.ts'
import { asked, exchange, statusOf } from './raw.ts'

interface Tried {
  readonly url: string
  /** What its own clients ask, and get. */
  readonly asks: readonly (readonly [method: string, path: string, body: string])[]
  readonly key?: string
  /** How often it was asked something that changes anything. */
  readonly changes: () => number
}

const servers: Readonly<Record<string, (t: ExecutionContext) => Promise<Tried>>> = {
  watch: async t => {
    const folder = await temporaryFolder(t)
    await mkdir(join(folder, 'page'))
    await writeFile(join(folder, 'page', 'index.html'), 'page')
    const { url, close } = await beginWatch({ paths: [folder], port: 0, page: join(folder, 'page') })
    t.teardown(close)
    return {
      url,
      asks: [
        ['GET', '/', ''],
        ['GET', '/api/overview', ''],
      ],
      changes: () => 0,
    } as const
  },
  play: async t => {
    let changes = 0
    const { url, close } = await servePlay({
      page: {
        file: path => (path === '/' ? { body: 'page', type: 'text/html' } : null),
        begin: () => ({ opening: {}, act: () => ({ won: false, steps: (changes += 1) }) }),
      },
      ...{ task: null, port: 0, onStatus: () => {} },
    })
    t.teardown(close)
    return {
      url,
      asks: [
        ['GET', '/', ''],
        ['POST', '/events', '1'],
      ],
      changes: () => changes,
    }
  },
  'serve-engine': async t => {
    const key = 'tml-key'
    let changes = 0
    const device = { load: async () => void (changes += 1) } as unknown as Device
    const tinker = createTinkerServer({ device, models: {}, folder: await temporaryFolder(t) })
    const handle: typeof tinker.handle = request => {
      if (request.method === 'POST') changes += 1
      return tinker.handle(request)
    }
    const { url, close } = await listen({ ...tinker, handle }, { host: '127.0.0.1', port: 0, key })
    t.teardown(close)
    return {
      url,
      key,
      asks: [
        ['GET', '/api/v1/healthz', ''],
        ['POST', '/api/v1/create_session', '{}'],
      ],
      changes: () => changes,
    }
  },
  openenv: async t => {
    let changes = 0
    const freshSeed = () => (changes += 1)
    const { url } = await serveCorridor(t, { freshSeed })
    return {
      url,
      asks: [
        ['GET', '/health', ''],
        ['POST', '/reset', '{}'],
        ['POST', '/reset', ''],
      ],
      changes: () => changes,
    }
  },
}

const foreignHost = fc.oneof(
  fc.constantFrom('evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', '10.1.2.3', '[::2]', 'localhost@evil'),
  fc.domain(),
)
const foreignPage = fc.oneof(
  fc
    .oneof(
      fc.webUrl().map(url => new URL(url).origin),
      fc.constantFrom('null', 'file://', 'http://localhost:1'),
    )
    .map(Origin => ({ Origin })),
  fc.constantFrom({ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }),
)
const formType = fc.constantFrom(
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
)
const upgrade = {
  ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

for (const [name, begin] of Object.entries(servers))
  test(`${name}: its own clients are answered; other names, pages, forms and bodies without end are not`, async t => {
    const { url, asks, key, changes } = await begin(t)
    const { port } = new URL(url)
    const own = key === undefined ? {} : { 'X-API-Key': key }
    const told = async (
      [method, path, body]: Tried['asks'][number],
      headers: Readonly<Record<string, string>> = {},
    ): Promise<number> => {
      const type = body === '' ? {} : { 'Content-Type': 'application/json' }
      const length = { 'Content-Length': String(body.length), Connection: 'close' }
      return statusOf(
        await exchange(url, asked(url, `${method} ${path}`, { ...own, ...type, ...length, ...headers }, body)).answer,
      )
    }
    for (const each of asks) {
      for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
        t.is(await told(each, { Host: host }), 200)
        t.is(await told(each, { Host: host, Origin: `http://${host}`, 'Sec-Fetch-Site': 'same-origin' }), 200)
      }
    }
    const before = changes()
    const which = fc.constantFrom(...asks)
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS')
    const somehow = fc
      .tuple(which, fc.option(method, { nil: undefined }))
      .map(([[verb, ...rest], other]) => [other ?? verb, ...rest] as const)
    await fc.assert(
      fc.asyncProperty(somehow, foreignHost, fc.boolean(), async (ask, host, isUpgrade) => {
        t.is(await told(ask, { Host: `${host}:${port}`, ...(isUpgrade ? upgrade : {}) }), 403)
      }),
      { numRuns: 40 },
    )
    await fc.assert(
      fc.asyncProperty(somehow, foreignPage, fc.boolean(), async (ask, page, isUpgrade) => {
        t.is(await told(ask, { ...page, ...(isUpgrade ? upgrade : {}) }), 403)
      }),
      { numRuns: 40 },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('POST', 'PUT', 'DELETE', 'PATCH'),
        which,
        formType,
        async (verb, [, path, body], type) => {
          t.is(await told([verb, path, body], { 'Content-Type': type }), 415)
        },
      ),
      { numRuns: 20 },
    )
    if (key !== undefined)
      for (const ask of asks)
        for (const wrong of [
          { 'X-API-Key': '' },
          { 'X-API-Key': `${key}x` },
          { 'X-API-Key': '', Authorization: `Basic ${key}` },
        ])
          t.is(await told(ask, wrong), 401)
    for (const [verb, path] of asks)
      t.is(
        await told([verb, path, ''], { 'Content-Type': 'application/json', 'Content-Length': '99999999999' }),
        name === 'watch' && verb !== 'GET' ? 415 : 413,
      )
    t.is(changes(), before)
  })
