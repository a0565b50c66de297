import test from 'ava'
import { startNested } from '../../../src/runtime/nested/start-nested.ts'
import type { Gated } from './gated.ts'

const start = () => {
  const gate = new Int32Array(new SharedArrayBuffer(12))
  const module = new URL('gated.js', import.meta.url)
  return { gate, ...startNested<Gated>({ name: 'gated', module, options: gate }) }
}

test('what is asked is answered, and what it throws is thrown', async t => {
  const { ask, close } = start()
  t.is(await ask(api => api.begin()), 'begun')
  await t.throwsAsync(
    ask(api => api.fail()),
    { message: 'as it was asked to' },
  )
  await close()
})

test('a thread that leaves refuses all that it was asked, and whatever it is asked then', async t => {
  const { ask, close } = start()
  const refusal = { message: 'the thread gated left with code 3' }
  await Promise.all([
    t.throwsAsync(
      ask(api => api.leave()),
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
  await close()
})

test('it is closed only after its native call', async t => {
  const { ask, close, gate } = start()
  await ask(api => api.begin())
  const standing = ask(api => api.stand())
  void standing.catch(() => {})
  while (gate[2] === 0) await new Promise(resolve => setImmediate(resolve))
  let closed = false
  const closing = close().then(() => (closed = true))
  await new Promise(resolve => setImmediate(resolve))
  t.false(closed)
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  await closing
  await t.throwsAsync(standing, { message: /^the thread gated left/ })
})
