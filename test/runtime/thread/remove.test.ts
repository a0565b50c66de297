import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import test from 'ava'
import { createBeats } from '../../../src/runtime/liveness/lease.ts'
import { nativeCalls } from '../../../src/runtime/liveness/native-calls.ts'
import { remove } from '../../../src/runtime/thread/remove.ts'
import { within } from '../../../src/runtime/waiting/within.ts'

const module = new URL('../../../src/runtime/liveness/native-calls.js', import.meta.url).href

/** Stands in a native call until `gate[0]` is 1; then sets `gate[1]`, unless it was given up. */
const standing = `
  const { workerData: { beats, gate }, parentPort } = require('node:worker_threads')
  setInterval(() => {}, 1000)
  import('${module}').then(async ({ asNative }) => {
    await asNative(beats, async () => {
      parentPort.postMessage('standing')
      Atomics.wait(gate, 0, 0)
    })
    Atomics.store(gate, 1, 1)
    parentPort.postMessage('gone on')
  })`

async function stand() {
  const beats = createBeats()
  const gate = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(standing, { eval: true, workerData: { beats, gate } })
  await new Promise(resolve => worker.once('message', resolve))
  const open = (): void => {
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
  }
  return { beats, gate, worker, open }
}

test('a thread is ended only after its native call, and does nothing between the two', async t => {
  const { beats, gate, worker, open } = await stand()
  let gone = false
  const removed = remove(worker, beats).then(() => (gone = true))
  await within(50, removed)
  t.false(gone)
  t.is(nativeCalls(beats), 1)
  open()
  await removed
  t.is(gate[1], 0)
})

test('a thread in no native call is ended at once, and one that was not given up goes on', async t => {
  const { beats, gate, worker, open } = await stand()
  const goneOn = new Promise(resolve => worker.once('message', resolve))
  open()
  await goneOn
  t.is(gate[1], 1)
  t.is(nativeCalls(beats), 0)
  await remove(worker, beats)
  t.is(worker.threadId, -1)
})

test('a thread that was ended in its native call by somebody else is gone', async t => {
  const { beats, worker } = await stand()
  await worker.terminate()
  t.is(nativeCalls(beats), 1)
  await remove(worker, beats)
  t.is(worker.threadId, -1)
})

test('a process that ends in the midst of a native call ends as it was told to', async t => {
  const script = fileURLToPath(new URL('end-amidst.js', import.meta.url))
  for (const threads of ['1', '2']) {
    const ended = await new Promise(resolve => {
      execFile(process.execPath, [script, threads], error => resolve(error?.code))
    })
    t.is(ended, 7)
  }
})
