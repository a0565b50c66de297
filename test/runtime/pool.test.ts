import test from 'ava'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import { createPool, type Pool } from '../../src/runtime/pool.ts'

const module = new URL('./actors/work.js', import.meta.url)
const soon = { deadlineMs: 30_000 }

/** One after another: a killed thread must not cut down a neighbour's task. */
const pool = (): Pool<unknown, number> => createPool({ module, threads: 1 })

test('work is done, and goes on being done after every kind of failure', async t => {
  const { run, close } = pool()
  t.is(await run(7, soon), 49)
  const thrown = await t.throwsAsync(run('throw', soon), {
    instanceOf: FailedError,
    message: /work\.js crashed: no such number/,
  })
  t.is(thrown?.failure.kind, 'crashed')
  const exited = await t.throwsAsync(run('exit', soon), { instanceOf: FailedError })
  t.is(exited?.failure.kind, 'crashed')
  await t.throwsAsync(run('loop', { deadlineMs: 50 }), { instanceOf: FailedError, message: /no result within 50 ms/ })
  const abort = new AbortController()
  const aborted = run('loop', { ...soon, signal: abort.signal })
  abort.abort()
  t.deepEqual((await t.throwsAsync(aborted, { instanceOf: FailedError }))?.failure, {
    kind: 'stopped',
    actor: 'pool of work.js',
  })
  t.is(await run(8, soon), 64)
  await close()
})

test('a task that fills its heap fails, and the next is done', async t => {
  const { run, close } = createPool<unknown, number>({ module, threads: 1, heapMb: 24 })
  await t.throwsAsync(run('fill', soon), { instanceOf: FailedError, message: /reach.* memory limit/ })
  t.is(await run(8, soon), 64)
  await close()
})

test('closing kills what runs', async t => {
  const { run, close } = pool()
  const running = t.throwsAsync(run('loop', soon), { instanceOf: FailedError })
  await close()
  t.is((await running)?.failure.kind, 'stopped')
})

/* Node.js 20 aborts the process where a thread ends while it requires an ES module. */
test('a module of work is imported, never required', async t => {
  const { run, close } = createPool<undefined, string>({
    module: new URL('./actors/loaded.js', import.meta.url),
    threads: 1,
  })
  t.notRegex(await run(undefined, soon), /require/i)
  await close()
})

test('work that cannot be loaded fails its tasks', async t => {
  const { run, close } = createPool<unknown, number>({
    module: new URL('./actors/none.js', import.meta.url),
    threads: 1,
  })
  const failed = await t.throwsAsync(run(7, soon), { instanceOf: FailedError })
  t.is(failed?.failure.kind, 'crashed')
  await close()
})

test('threads are checked', t => {
  for (const threads of [0, -1, 1.5]) {
    t.throws(() => createPool({ module, threads }), {
      instanceOf: RangeError,
      message: /threads must be a positive integer/,
    })
  }
})
