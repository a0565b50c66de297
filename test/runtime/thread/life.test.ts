import { Worker } from 'node:worker_threads'
import test from 'ava'
import { createBeats } from '../../../src/runtime/liveness/lease.ts'
import { follow, type Life } from '../../../src/runtime/thread/life.ts'
import { FailedError } from '../../../src/runtime/errors/failed-error.ts'

const options = { name: 'c', startMs: 30_000, hangMs: 30_000 }
const ready = `require('node:worker_threads').parentPort.postMessage({ kind: 'ready' })`
const forever = 'setInterval(() => {}, 1000)'

function start(...lines: readonly string[]): { readonly worker: Worker; readonly life: Life } {
  const worker = new Worker(lines.join('\n'), { eval: true, stdout: true, stderr: true })
  return { worker, life: follow(worker, { ...options, beats: createBeats() }) }
}

test('a thread that somebody else ended is a typed exit, with what it said before', async t => {
  const { worker, life } = start(`console.log('here')`, ready, forever)
  await life.ready
  await worker.terminate()
  t.like(await life.died, { actor: 'c', cause: 'exit', reason: 'exited with code 1', exitCode: 1, output: 'here\n' })
})

test('a rejection that nobody caught is an exception', async t => {
  const { life } = start(ready, forever, `setImmediate(() => Promise.reject(new TypeError('nobody catches me')))`)
  t.like(await life.died, { cause: 'exception', reason: 'TypeError: nobody catches me' })
})

test('what is thrown need not be an error', async t => {
  const { life } = start(ready, forever, `setImmediate(() => { throw 'a word' })`)
  t.like(await life.died, { cause: 'exception', reason: 'a word', stack: '' })
})

test('a thread cut off before it was ready did not start, and its end is reported once', async t => {
  const { life } = start(forever)
  life.cutOff('start', 'nobody needs it')
  life.cutOff('hang', 'too late')
  t.like(await life.died, { cause: 'start', reason: 'nobody needs it', exitCode: null })
  await t.throwsAsync(life.ready, { message: 'c died (start): nobody needs it' })
})

test('an end that is expected is no death', async t => {
  const { life } = start(ready, forever)
  await life.ready
  t.false(await life.expectEnd(0))
  t.is(await life.died, null)
  const { life: early } = start(forever)
  t.false(await early.expectEnd(0))
  await t.throwsAsync(early.ready, { instanceOf: FailedError, message: 'c was stopped' })
})
