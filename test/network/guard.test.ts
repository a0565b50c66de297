/** Which requests are answered, by what they say of where they come from. */
import test from 'ava'
import fc from 'fast-check'
import { refusalOf, type Guarded } from '../../src/network/guard.ts'

const here: Guarded = {
  host: '127.0.0.1',
  port: 80,
  names: [],
  key: null,
  types: ['application/json'],
  maxBodyBytes: 9,
}
const everywhere: Guarded = { ...here, host: '0.0.0.0' }
const status = (guarded: Guarded, headers: Readonly<Record<string, string>>, method = 'GET', url = '/a'): number =>
  refusalOf(guarded, { method, url, headers })?.status ?? 200

test('who listens on this machine alone is called by its address and port', t => {
  for (const host of ['127.0.0.1:80', 'localhost:80', 'LOCALHOST:80', '[::1]:80', 'localhost']) {
    t.is(status(here, { host }), 200, host)
    t.is(status(here, { host, origin: `http://${host}` }), 200)
    for (const origin of ['http://elsewhere:80', 'null', '', `http://${host}.evil.example`, 'http://localhost:81'])
      t.is(status(here, { host, origin }), 403, origin)
  }
  for (const host of [
    'localhost:81',
    'elsewhere:80',
    'localhost:80.elsewhere',
    'localhost.evil.example:80',
    '10.0.0.1:80',
    '127.0.0.1.nip.io:80',
    'localhost:80@evil',
    '[::1',
    '',
    ' ',
  ])
    t.is(status(here, { host }), 403, host)
  t.is(status(here, {}), 403)
  const elsewhere = { ...here, port: 8000 }
  t.is(status(elsewhere, { host: '127.0.0.1' }), 403)
  const lenient = { ...elsewhere, portOptional: true }
  t.is(status(lenient, { host: '127.0.0.1' }), 200, 'where programs may leave the port out')
  for (const host of ['localhost:80', 'elsewhere', 'evil.example', '']) t.is(status(lenient, { host }), 403, host)
})

test('who listens to other machines is called by an address, or a name that it was given', t => {
  for (const host of ['10.0.0.1:81', '[fe80::1]:80', 'localhost:8000']) t.is(status(everywhere, { host }), 200, host)
  t.is(status(everywhere, { host: 'rebound.example:80' }), 403)
  const named = { ...everywhere, names: ['Worlds.example'] }
  for (const origin of ['http://worlds.example', 'https://worlds.example'])
    t.is(status(named, { host: 'worlds.example', origin }), 200)
  t.is(status(named, { host: 'worlds.example.evil', origin: 'http://worlds.example.evil' }), 403)
  t.is(status({ ...here, host: 'box.local' }, { host: 'box.local:80' }), 200)
})

test('whether the server runs may be asked without the key, and nothing else', t => {
  const host = 'localhost:80'
  const keyed = { ...here, key: 'secret', liveness: '/health' }
  t.is(status(keyed, { host }, 'GET', '/health'), 200)
  for (const [method, url] of [
    ['POST', '/health'],
    ['GET', '/health/'],
    ['GET', '/a'],
    ['GET', '/health?a=/a'],
  ] as const)
    t.is(status(keyed, { host }, method, url), 401, `${method} ${url}`)
  t.is(status(keyed, { host: 'elsewhere' }, 'GET', '/health'), 403)
  t.is(status(keyed, { host, 'x-api-key': 'secret' }), 200)
})

test('a page of another site is known by its browser; a link to the page itself may be followed', t => {
  const [host, site] = ['localhost:80', 'sec-fetch-site']
  for (const own of ['none', 'same-origin']) t.is(status(here, { host, [site]: own }), 200)
  const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  for (const other of ['cross-site', 'same-site']) {
    t.is(status(here, { host, [site]: other }), 403)
    t.is(status(here, { host, [site]: other, ...link }), 403)
    t.is(status(here, { host, [site]: other, ...link }, 'GET', '/'), 200)
    t.is(status(here, { host, [site]: other, ...link }, 'POST', '/'), 403)
    t.is(status(here, { host, [site]: other, ...link, 'sec-fetch-dest': 'iframe' }, 'GET', '/'), 403)
  }
})

test('a key is asked for in either header, and nothing like it will do', t => {
  const keyed = { ...here, key: 'the key' }
  const host = 'localhost:80'
  for (const headers of [
    { 'x-api-key': 'the key' },
    { authorization: 'Bearer the key' },
    { authorization: 'bearer the key' },
  ])
    t.is(status(keyed, { host, ...headers }), 200)
  fc.assert(
    fc.property(
      fc.string().filter(text => text !== 'the key'),
      fc.constantFrom('x-api-key', 'authorization'),
      (text, name) => {
        t.is(status(keyed, { host, [name]: name === 'authorization' ? `Bearer ${text}` : text }), 401)
      },
    ),
  )
  t.is(status(keyed, { host }), 401)
})

test('a body says that it is JSON, which no form can', t => {
  const host = 'localhost:80'
  const posted = (headers: Readonly<Record<string, string>>) => status(here, { host, ...headers }, 'POST')
  const length = { 'content-length': '2' }
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON'])
    t.is(posted({ ...length, 'content-type': type }), 200)
  const forms = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a']
  for (const type of [...forms, 'text/plain; application/json', 'application/jsonp', '']) {
    t.is(posted({ ...length, 'content-type': type }), 415, type)
    t.is(posted({ 'transfer-encoding': 'chunked', 'content-type': type }), 415, type)
  }
  for (const type of forms) t.is(posted({ 'content-length': '0', 'content-type': type }), 415)
  t.is(posted({ 'content-length': '0' }), 200)
  t.is(posted({}), 200)
  t.is(posted({ 'content-length': '10', 'content-type': 'application/json' }), 413)
})

test('an address is a path', t => {
  for (const url of ['*', 'http://evil.example/', '//evil.example', 'a', ''])
    t.is(status(here, { host: 'localhost:80' }, 'GET', url), 400, url)
})
