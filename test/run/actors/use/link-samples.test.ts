import test from 'ava'
import { VirtualTimeScheduler } from 'rxjs'
import { sampleLinks } from '../../../../src/run/actors/use/link-samples.ts'
import type { Healths } from '../../../../src/runtime/health.ts'

const link = { sent: 0, received: 0, owed: 0, dropped: 0, lost: 0, frames: 0, largestFrame: 0 }
const running = { state: 'running', incarnation: 0, upMs: 1, tallies: {} } as const
const memory = { heapUsed: 0, external: 0, arrayBuffers: 0 }
const healths: Healths = {
  'environment/0': { ...running, memory, links: { policy: { ...link, waiting: 1, credits: 9 } } },
  'environment/1': { ...running, memory, links: { policy: { ...link, waiting: 2, credits: 5 } } },
  policy: { ...running, memory, links: { 'environment/0': { ...link, waiting: 0, credits: 3 } } },
  gpu: { state: 'silent', incarnation: 0, upMs: 1 },
}

/** Lets `count` looks be due, one after the other. */
async function pass(scheduler: VirtualTimeScheduler, everyMs: number, count: number): Promise<void> {
  for (let look = 0; look < count; look += 1) {
    scheduler.maxFrames += everyMs
    scheduler.flush()
    await new Promise(setImmediate)
  }
}

test('links are looked at again and again, those of a pool as one', async t => {
  const scheduler = new VirtualTimeScheduler(undefined, 0)
  let asked = 0
  const health = (): Promise<Healths> => {
    asked += 1
    return asked === 2 ? Promise.reject(new Error('it ended')) : Promise.resolve(healths)
  }
  const { flush, close } = sampleLinks(health, { everyMs: 10, scheduler, now: () => scheduler.now() })
  await pass(scheduler, 10, 3)
  t.deepEqual(flush(), {
    links: ['environment → policy', 'policy → environment'],
    samples: [
      [10, [3, 5], [0, 3]],
      [30, [3, 5], [0, 3]],
    ],
  })
  t.deepEqual(flush(), { links: [], samples: [] })
  close()
  await pass(scheduler, 10, 3)
  t.is(asked, 3)
})

test('actors on other machines are told with the machine that each was seen on last', async t => {
  const scheduler = new VirtualTimeScheduler(undefined, 0)
  let machine = 'east'
  const health = (): Promise<Healths> =>
    Promise.resolve({ ...healths, gpu: { state: 'silent', incarnation: 0, upMs: 1, machine } })
  const { flush, close } = sampleLinks(health, { everyMs: 10, scheduler, now: () => scheduler.now() })
  await pass(scheduler, 10, 1)
  machine = 'west'
  await pass(scheduler, 10, 1)
  t.deepEqual(flush().machines, { gpu: 'west' })
  t.is(flush().machines, undefined)
  close()
})

test('of many looks a bounded number is kept, over all of the time', async t => {
  const scheduler = new VirtualTimeScheduler(undefined, 0)
  const options = { everyMs: 10, maxSamples: 8, scheduler, now: () => scheduler.now() }
  const { flush, close } = sampleLinks(() => Promise.resolve(healths), options)
  await pass(scheduler, 10, 100)
  const times = flush().samples.map(([ms]) => ms)
  close()
  t.true(times.length > 4 && times.length <= 8)
  t.true((times[0] ?? 0) <= 160 && (times.at(-1) ?? 0) >= 840)
})
