import test from 'ava'
import { ratesOf } from '../../../src/engine/doctor/rates.ts'
import { standardLoad as load } from '../../../src/engine/doctor/load.ts'
import { quarterIteration as part, tokensOf } from '../../../src/engine/doctor/run-part.ts'
import type { DeviceOptions } from '../../../src/engine/open-device.ts'
import type { Trial } from '../../../src/engine/doctor/trial.ts'
import { near } from '../../laws/near.ts'

const engine: DeviceOptions = { engine: 'onnx', provider: 'cpu', threads: 2 }
const { sample, logprobs, train } = tokensOf(part)
/** Each verb would take a second for its tokens of the part of a run. */
const trial: Trial = {
  outcome: 'works',
  reason: null,
  difference: 0,
  runSeconds: 1.5,
  speeds: [
    { verb: 'sample', tokensPerSecond: sample, firstMs: 1 },
    { verb: 'logprobs', tokensPerSecond: logprobs, firstMs: 1 },
    { verb: 'train', tokensPerSecond: train, firstMs: 1 },
  ],
}

test('verbs are as fast as they were in a part of a run, where that was timed', t => {
  const found = ratesOf(engine, trial, { load, part })
  t.deepEqual(found?.settings, ['engine.kind=onnx', 'engine.provider=cpu', 'engine.threads=2'])
  t.true((found?.parameters ?? 0) > 100_000)
  near(t, Object.values(found?.perSecond ?? {}), [2 * sample, 2 * logprobs, 2 * train])
  t.deepEqual(ratesOf(engine, { ...trial, runSeconds: null }, { load, part })?.perSecond, { sample, logprobs, train })
})

test('an engine that does not work has none', t => {
  t.is(ratesOf(engine, { ...trial, outcome: 'wrong' }, { load, part }), null)
})
