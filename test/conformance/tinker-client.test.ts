/**
 * The real client of the Tinker API, in Python, trains on the local engine through our server. Opt-in: `TINKER_CLIENT` names an
 * environment made by scripts/prepare-tinker-client.sh.
 */
import test from 'ava'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { saveModel } from '../../src/model/checkpoint.ts'
import { servedModels } from '../fixtures/http/served-models.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { livelyModel, smallConfig } from '../laws/device/device-cases.ts'

interface Seen {
  readonly supported: readonly string[]
  readonly before: readonly number[]
  readonly after: readonly number[]
  readonly again: readonly number[]
  readonly losses: readonly number[]
  readonly samples: readonly (readonly number[])[]
  readonly sampled: readonly (readonly number[])[]
}

const environment = process.env['TINKER_CLIENT']
const title = 'the real client trains on our engine: the same numbers, saved and loaded, sampled from'
const run = environment === undefined ? test.skip : test

run(environment === undefined ? `SKIPPED, TINKER_CLIENT names no environment: ${title}` : title, async t => {
  const folder = await temporaryFolder(t)
  const state = livelyModel(smallConfig, 1)
  await saveModel(join(folder, 'base'), state)
  const { url, key } = await servedModels(t, { models: { base: join(folder, 'base') } })
  const python = join(environment ?? '', 'bin', 'python')
  const { stdout } = await promisify(execFile)(python, ['scripts/train-with-tinker-client.py', url, 'base', '5'], {
    env: { ...process.env, TINKER_API_KEY: key ?? '' },
  })
  const seen = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Seen

  const device = await createOnnxDevice()
  t.teardown(() => device.close())
  await device.load('m', state)
  const sequence = { tokens: Int32Array.of(3, 1, 4, 1, 5, 9, 2, 6) }
  const logprobs = async () => [...((await device.logprobs('m', [sequence]))[0] ?? [])].slice(1)
  const near = (found: readonly number[], wanted: readonly number[]): void => {
    t.is(found.length, wanted.length)
    for (const [index, value] of found.entries()) t.true(Math.abs(value - (wanted[index] ?? NaN)) < 1e-4)
  }
  t.deepEqual(seen.supported, ['base'])
  near(seen.before, await logprobs())
  const span = { start: 1, end: 8, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }
  const coefficients = new Float32Array(7).fill(-1)
  const adam = { learningRate: 1e-2, beta1: 0.9, beta2: 0.95, epsilon: 1e-12, weightDecay: 0, clipNorm: Infinity }
  for (const loss of seen.losses) {
    near([loss], [-(await logprobs()).reduce((sum, value) => sum + value, 0)])
    await device.forwardBackward('m', [{ sequence, spans: [{ ...span, coefficients }] }], { kind: 'linear' })
    await device.optimStep('m', adam)
  }
  near(seen.after, await logprobs())
  t.deepEqual(seen.again, seen.after)
  /* Greedy: after 3, 1 it gives the likeliest token, with its log-probability under what was trained. */
  for (const [index, tokens] of seen.samples.entries()) {
    const whole = Int32Array.of(3, 1, ...tokens)
    const [scores = new Float32Array(0)] = await device.logprobs('m', [{ tokens: whole }])
    near(seen.sampled[index] ?? [], [...scores.slice(2)])
  }
})
