import test from 'ava'
import { maxDifference } from '../../../src/engine/doctor/difference.ts'
import { standardLoad } from '../../../src/engine/doctor/load.ts'
import { tryEngine } from '../../../src/engine/doctor/try-engine.ts'
import type { DeviceOptions } from '../../../src/engine/open-device.ts'

const load = { ...standardLoad, sequences: 2, length: 8, episodes: 2, read: 4, written: 2 }
const request = { engine: { engine: 'onnx', threads: 1 } as DeviceOptions, load, seconds: 0.001 }
const limitMs = 60_000
const program = (name: string): URL => new URL(`./programs/${name}.js`, import.meta.url)

test('an engine that cannot be opened says why in its own words', async t => {
  const engine = JSON.parse('{ "engine": "tfjs", "backend": "abacus" }') as DeviceOptions
  const trial = await tryEngine({ ...request, engine }, { limitMs })
  t.like(trial, { outcome: 'refused', difference: null, speeds: [] })
  t.regex(trial.reason ?? '', /backend must be one of .* got 'abacus'/)
})

test('an engine whose process ends is a result: what it came to, and the last it wrote', async t => {
  const trial = await tryEngine(request, { limitMs, program: program('dying') })
  t.like(trial, { outcome: 'died', difference: 0, speeds: [{ verb: 'sample', tokensPerSecond: 5 }] })
  t.regex(trial.reason ?? '', /ended \(signal SIGKILL\) during the verb logprobs: Segmentation fault$/)
})

test('an engine that does not return is ended', async t => {
  const trial = await tryEngine(request, { limitMs: 500, program: program('hanging') })
  t.like(trial, { outcome: 'too slow', difference: null, speeds: [] })
  t.regex(trial.reason ?? '', /not done within 0\.5 s: opening it took too long/)
})

test('an engine that computes something else does not work', async t => {
  const by = (seconds: number) => tryEngine({ ...request, seconds }, { limitMs, program: program('wrong') })
  const [right, wrong, none] = await Promise.all([by(maxDifference), by(0.5), by(NaN)])
  t.is(right.outcome, 'works')
  t.like(wrong, { outcome: 'wrong', difference: 0.5 })
  const cuda = { engine: { engine: 'onnx', provider: 'cuda', threads: 1 }, load: standardLoad, seconds: 0.5 } as const
  t.regex((await tryEngine(cuda, { limitMs, program: program('wrong') })).reason ?? '', /NVIDIA_TF32_OVERRIDE=0/)
  t.regex(wrong.reason ?? '', /0\.5 nats away.*at most 0\.001/)
  t.is(none.outcome, 'wrong')
})

test('a trial can be broken off', async t => {
  const stop = new AbortController()
  const trial = tryEngine(request, { limitMs, program: program('hanging'), signal: stop.signal })
  stop.abort(new Error('stopped'))
  await t.throwsAsync(trial, { message: 'stopped' })
  await t.throwsAsync(tryEngine(request, { limitMs, signal: stop.signal }), { message: 'stopped' })
})
