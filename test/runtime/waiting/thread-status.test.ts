import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import test from 'ava'
import fc from 'fast-check'
import { createBeats, introduce, statusOfBeating } from '../../../src/runtime/liveness/lease.ts'
import {
  statusOfProcess,
  statusOfThread,
  parseStatus,
  threadNumber,
} from '../../../src/runtime/waiting/thread-status.ts'
import { present } from '../../fixtures/present.ts'
import { ownClock } from '../../../src/runtime/waiting/own-clock.ts'

const states = { R: 'ready', S: 'blocked', D: 'blocked', T: 'stopped', t: 'stopped' } as const

test('a look is read whatever the name of the thread', t => {
  const letter = fc.constantFrom('R' as const, 'S' as const, 'D' as const, 'T' as const, 't' as const)
  fc.assert(
    fc.property(letter, fc.string(), fc.integer({ min: 1 }), fc.nat(), (letter, name, ran, waited) => {
      t.deepEqual(parseStatus(`12 (${name}) ${letter} 1 2 3`, `${ran} ${waited} 7\n`), {
        state: states[letter],
        ranMs: ran / 1e6,
        waitedMs: waited / 1e6,
      })
    }),
  )
})

test('a kernel that counts nothing tells nothing', t => {
  t.is(parseStatus('12 (node) R 1', '0 0 0\n'), null)
  t.is(parseStatus('12 (node) R 1', ''), null)
  t.is(statusOfThread(0), null)
  t.is(statusOfProcess(undefined), null)
  t.is(statusOfProcess(2 ** 30), null)
})

const linux = process.platform === 'linux' && threadNumber() !== 0 ? test : test.skip

linux('a thread that works is seen to run, and one that waits for another to be blocked', async t => {
  const beats = createBeats()
  t.is(statusOfBeating(beats), null)
  introduce(beats)
  const before = statusOfBeating(beats)
  const ownMs = ownClock()
  while ((statusOfBeating(beats)?.ranMs ?? 0) < (before?.ranMs ?? 0) + 20);
  t.is(statusOfBeating(beats)?.state, 'ready')
  t.true((ownClock() ?? 0) - (ownMs ?? 0) >= 10)

  const lease = new URL('../../../src/runtime/liveness/lease.js', import.meta.url).href
  const blocked = `
    const { workerData: beats } = require('node:worker_threads')
    import('${lease}').then(({ introduce }) => {
      introduce(beats)
      Atomics.wait(beats, 0, 0)
    })`
  const other = createBeats()
  const worker = new Worker(blocked, { eval: true, workerData: other })
  while (statusOfBeating(other)?.state !== 'blocked') await new Promise(resolve => setImmediate(resolve))
  await worker.terminate()
  t.is(statusOfProcess(process.pid) === null, false)
})

linux('a process whose main thread waits is ready as long as another of its threads could run', async t => {
  for (const [work, state] of [
    ['for (;;);', 'ready'],
    ['Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', 'blocked'],
  ] as const) {
    const program = `
      const { Worker } = require('node:worker_threads')
      new Worker('require("node:fs").writeSync(1, "begun"); ${work}', { eval: true })
      setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 1)`
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
    const pid = present(child.pid)
    await once(child.stdout, 'data')
    const main = () => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') S ')
    while (!main() || statusOfProcess(pid)?.state !== state) await new Promise(resolve => setImmediate(resolve))
    t.is(statusOfProcess(pid)?.state, state)
    child.kill('SIGKILL')
  }
})
