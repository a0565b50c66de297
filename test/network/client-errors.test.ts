import { once } from 'node:events'
import { createServer } from 'node:http'
import { PassThrough } from 'node:stream'
import test from 'ava'
import { endFaultyRequests } from '../../src/network/client-errors.ts'

const fails = (code: string) => Object.assign(new Error(code), { code })

test('a head that came while this thread was blocked is not late; one that has not come is, and a bad one ends at once', async t => {
  const server = createServer()
  endFaultyRequests(server, 1)
  const [unread, kept, silent, faulty] = [new PassThrough(), new PassThrough(), new PassThrough(), new PassThrough()]
  server.emit('request', { socket: kept }, {})
  for (const socket of [unread, kept, silent]) server.emit('clientError', fails('ERR_HTTP_REQUEST_TIMEOUT'), socket)
  for (const socket of [unread, kept]) server.emit('request', { socket }, {})
  server.emit('clientError', fails('HPE_HEADER_OVERFLOW'), faulty)
  t.true(faulty.destroyed)
  t.false(silent.destroyed)
  await once(silent, 'close')
  t.deepEqual([unread.destroyed, kept.destroyed], [false, false])
  t.deepEqual([unread.readableLength, kept.readableLength], [0, 0])
})

test('a bad request is answered, but not into an answer that is being sent', t => {
  const server = createServer()
  endFaultyRequests(server, 1)
  const sent = [true, false].map(headersSent => {
    const socket = new PassThrough()
    server.emit('request', { socket }, { headersSent, writableFinished: false })
    server.emit('clientError', fails('HPE_INVALID_METHOD'), socket)
    t.true(socket.destroyed)
    return socket.readableLength > 0
  })
  t.deepEqual(sent, [false, true])
})
