import { createServer } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import test from 'ava'
import { listenAt } from '../../src/network/listen.ts'

test('a place that is taken is refused by its port', async t => {
  const first = createSocketServer()
  await new Promise<void>(resolve => first.listen(0, '127.0.0.1', resolve))
  const address = first.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await t.throwsAsync(listenAt(createServer(), { host: '127.0.0.1', port }), {
    instanceOf: RangeError,
    message: new RegExp(`^port ${port} cannot be used: `),
  })
  first.close()
})
