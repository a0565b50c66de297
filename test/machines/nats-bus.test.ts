import { createServer, type AddressInfo, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { connectNats } from '../../src/runtime/machines/nats-bus.ts'
import { deferred } from '../../src/runtime/waiting/deferred.ts'

/**
 * A server as far as a client's connecting goes.
 *
 * @param takes whether it takes the n-th connection, from 0; it refuses the others.
 * @param heard called with what a connection says that it takes.
 */
async function serverOf(t: ExecutionContext, takes: (n: number) => boolean, heard = (_n: number, _text: string) => {}) {
  const sockets: Socket[] = []
  const server = createServer(socket => {
    const n = sockets.push(socket) - 1
    socket.on('error', () => {})
    socket.write('INFO {"server_id":"s","version":"2.9.10","max_payload":1048576,"auth_required":true,"proto":1}\r\n')
    socket.on('data', text => {
      if (!takes(n)) socket.end("-ERR 'Authorization Violation'\r\n")
      else if (text.includes('PING')) socket.write('PONG\r\n')
      if (takes(n)) heard(n, text.toString())
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `nats://127.0.0.1:${port}`, sockets }
}

const variables = { NATS_USER: 'rl', NATS_PASSWORD: 'one' }

test('a server that refuses the credentials for a while is connected with again once it takes them', async t => {
  const subscribed = deferred<void>()
  const { url, sockets } = await serverOf(
    t,
    n => n === 0 || n > 3,
    (n, text) => {
      if (n > 0 && text.includes('SUB later')) subscribed.resolve()
    },
  )
  const bus = await connectNats(url, 'worker', variables)
  const lost: string[] = []
  bus.lost.subscribe(reason => lost.push(reason))
  bus.subscribe('later', () => {})
  sockets[0]?.destroy()
  await subscribed.promise
  t.deepEqual(lost, [`the connection to NATS at ${new URL(url).host} was lost`])
  await bus.close()
})

test('one that refuses them from the beginning is told of', async t => {
  const { url } = await serverOf(t, () => false)
  await t.throwsAsync(connectNats(url, 'worker', variables), { message: /^no connection to NATS at .*Authorization/ })
})
