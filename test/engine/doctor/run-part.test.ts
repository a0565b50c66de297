import test from 'ava'
import type { Device } from '../../../src/contracts/models/device.ts'
import { createTfjsDevice } from '../../../src/engine/tfjs/create-tfjs-device.ts'
import { estimatedSeconds, quarterIteration, timeRunPart, tokensOf } from '../../../src/engine/doctor/run-part.ts'

const part = { ...quarterIteration, episodes: 2, steps: 2, verdicts: 2, sequences: 2, length: 24 }

test('a part of a run is estimated by its tokens at the speeds of the verbs', t => {
  t.deepEqual(tokensOf(part), { sample: 2 * 2 * (3 + 2 * 4), logprobs: 2 * 24, train: 2 * 2 * 24 })
  const speeds = [
    { verb: 'sample', tokensPerSecond: 44, firstMs: 1 },
    { verb: 'logprobs', tokensPerSecond: 24, firstMs: 1 },
    { verb: 'train', tokensPerSecond: 192, firstMs: 1 },
  ] as const
  t.is(estimatedSeconds(part, speeds), 1 + 2 + 0.5)
})

test('what is timed is the median of whole parts, the first left out, on a device that really computes them', async t => {
  const device = await createTfjsDevice({ backend: 'wasm' })
  const asked: string[] = []
  /* A clock that stands except for the scoring, of which there is one a round. */
  let now = 0
  const rounds = [1000, 10, 70, 30]
  const counted: Device = {
    ...device,
    sample: (model, requests) => {
      asked.push(`sample ${model} ${requests.length}`)
      return device.sample(model, requests)
    },
    logprobs: (model, sequences) => {
      now += rounds[asked.filter(call => call === 'logprobs').length] ?? 0
      asked.push('logprobs')
      return device.logprobs(model, sequences)
    },
    optimStep: (model, options) => {
      asked.push(`update ${model}`)
      return device.optimStep(model, options)
    },
  }
  t.is(await timeRunPart(counted, part, () => now), 0.03)
  const steps = Array.from({ length: part.steps }, () => ['sample policy 2', 'sample observer 2']).flat()
  const round = [...steps, 'logprobs', 'update policy', 'update observer']
  t.deepEqual(asked, Array.from({ length: rounds.length }, () => round).flat())
  await device.close()
})
