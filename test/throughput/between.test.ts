import { getEventListeners } from 'node:events'
import test from 'ava'
import { throughout } from '../../src/throughput/measure/between.ts'
import type { Rates } from '../../src/throughput/measure/rates.ts'

/** Counts its readings; ends when it is told. */
function running() {
  const told: string[] = []
  let end = (): void => {}
  const over = new Promise<void>(resolve => (end = resolve))
  return {
    ...{ told, over, end: () => end() },
    begin: () => void told.push('begin'),
    read: () => Promise.resolve(told.push('read')),
    stop: () => Promise.resolve(void told.push('stop')),
  }
}
const rates = (before: number, after: number) => ({ stepsPerSecond: after - before }) as Rates

test('fixed work is read before it begins and after its end, stopped, and leaves no listener', async t => {
  const { signal } = new AbortController()
  const work = running()
  work.end()
  t.like(await throughout(work, rates, signal), { stepsPerSecond: 2 })
  t.deepEqual(work.told, ['read', 'begin', 'read', 'stop'])
  t.is(getEventListeners(signal, 'abort').length, 0)
})

test('fixed work that is aborted stops with the reason', async t => {
  const controller = new AbortController()
  const work = running()
  const measured = throughout(work, rates, controller.signal)
  setImmediate(() => controller.abort(new Error('enough')))
  await t.throwsAsync(measured, { message: 'enough' })
  t.deepEqual(work.told, ['read', 'begin', 'stop'])
})
