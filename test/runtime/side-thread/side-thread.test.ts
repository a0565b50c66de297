import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import test from 'ava'
import { LostThreadError } from '../../../src/runtime/errors/lost-thread-error.ts'
import { beginSideThread, type SideThreadOrder } from '../../../src/runtime/side-thread/begin-side-thread.ts'
import { sideThreadsBegunBy, startSideThread } from '../../../src/runtime/side-thread/start-side-thread.ts'
import type { Gated } from './gated.ts'

const ends: Promise<unknown>[] = []
const begin = (order: SideThreadOrder): unknown => ends.push(beginSideThread(order))
sideThreadsBegunBy(begin)

/* A side thread keeps nobody alive who only waits for its end. */
const alive = setInterval(() => {}, 1000)
test.after.always(() => clearInterval(alive))

const gateOf = () => new Int32Array(new SharedArrayBuffer(16))
const module = new URL('gated.js', import.meta.url)
const start = () => startSideThread<Gated>({ name: 'gated', module, options: gateOf() })

test('what is asked is answered, and what it throws is thrown', async t => {
  const { ask, close } = start()
  t.is(await ask(api => api.begin()), 'begun')
  await t.throwsAsync(
    ask(api => api.fail()),
    { message: 'as it was asked to' },
  )
  close()
})

for (const [how, reason] of [
  ['leave', 'it exited with code 3'],
  ['crash', 'nobody catches me'],
] as const) {
  test(`a side thread that does ${how} refuses all that it was asked, and whatever it is asked then`, async t => {
    const { ask } = start()
    const refusal = { instanceOf: LostThreadError, message: `the thread gated has ended: ${reason}` }
    await Promise.all([
      t.throwsAsync(
        ask(api => api[how]()),
        refusal,
      ),
      t.throwsAsync(
        ask(api => api.begin().then(() => new Promise(() => {}))),
        refusal,
      ),
    ])
    await t.throwsAsync(
      ask(api => api.begin()),
      refusal,
    )
  })
}

test.serial('a side thread ends once it is closed', async t => {
  const { ask, close } = start()
  await ask(api => api.begin())
  const ended = ends.at(-1)
  close()
  await ended
  t.pass()
})

const helped = `
  const { workerData: { gate }, parentPort } = require('node:worker_threads')
  import('${new URL('../../../src/runtime/side-thread/start-side-thread.js', import.meta.url).href}').then(
    ({ sideThreadsBegunBy, startSideThread }) => {
      sideThreadsBegunBy(order => parentPort.postMessage(order, [order.port, order.ended]))
      const { ask } = startSideThread({ name: 'gated', module: new URL('${module.href}'), options: gate })
      void ask(api => api.stand())
    })`

test.serial('one whose parent is terminated ends by itself, but not in the midst of a native call', async t => {
  const gate = gateOf()
  const worker = new Worker(helped, { eval: true, workerData: { gate } })
  const [order] = (await once(worker, 'message')) as [SideThreadOrder]
  begin(order)
  while (gate[2] === 0) await new Promise(resolve => setImmediate(resolve))
  await worker.terminate()
  t.is(gate[3], 0)
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  await ends.at(-1)
  t.is(gate[3], 1)
})
