import test from 'ava'
import { standardLoad, timeVerbs } from '../../../src/engine/doctor/load.ts'
import type { Device } from '../../../src/contracts/models/device.ts'
import { lastOf } from '../../../src/math/last-of.ts'

const load = { ...standardLoad, sequences: 3, length: 10, episodes: 5, read: 4, written: 2 }

test('the rate is that of the median call, the first one left out', async t => {
  let now = 0
  const calls: string[] = []
  const spend = (verb: string, ms: readonly number[]) => async (): Promise<never[]> => {
    now += ms[calls.filter(call => call === verb).length] ?? lastOf(ms)
    calls.push(verb)
    return []
  }
  const none = async (): Promise<void> => {}
  const device: Device = {
    traits: { reproducible: true, durable: false, branches: true, clips: true, entropy: true },
    load: none,
    sample: spend('sample', [500, 10, 30, 20, 1000]),
    release: none,
    logprobs: spend('logprobs', [70_000]),
    forwardBackward: async () => {
      await spend('train', [3, 4])()
      return { spans: 1, tokens: 1, loss: 1, weight: 1, kl: 0, clipped: 0, entropy: 0, read: 0, padding: 0 }
    },
    optimStep: async () => ({ step: 1, gradientNorm: 1 }),
    save: () => Promise.reject(new Error('nothing is saved')),
    close: none,
  }
  const speeds = []
  for await (const speed of timeVerbs(device, load, { seconds: 0.05, now: () => now })) speeds.push(speed)
  t.deepEqual(speeds, [
    { verb: 'sample', tokensPerSecond: (1000 * 5 * 2) / 20, firstMs: 500 },
    { verb: 'logprobs', tokensPerSecond: 30 / 70, firstMs: 70_000 },
    { verb: 'train', tokensPerSecond: 30 / 0.004, firstMs: 3 },
  ])
  t.is(calls.filter(call => call === 'sample').length, 4)
  t.is(calls.filter(call => call === 'logprobs').length, 2)
})
