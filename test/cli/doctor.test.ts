import test from 'ava'
import { of } from 'rxjs'
import type { DoctorEvent } from '../../src/engine/doctor/doctor.ts'
import { standardLoad } from '../../src/engine/doctor/load.ts'
import { quarterIteration } from '../../src/engine/doctor/run-part.ts'
import type { DeviceOptions } from '../../src/engine/open-device.ts'
import { commandLine } from './command-line.ts'

const usual: DeviceOptions = { engine: 'onnx', provider: 'cpu', threads: 2 }
const gpu: DeviceOptions = { engine: 'onnx', provider: 'webgpu', threads: 1 }
const tensorflow: DeviceOptions = { engine: 'tfjs', backend: 'tensorflow' }
const works = {
  outcome: 'works',
  reason: null,
  difference: 3.8e-6,
  runSeconds: 1.234,
  speeds: [
    { verb: 'sample', tokensPerSecond: 14_000, firstMs: 20 },
    { verb: 'logprobs', tokensPerSecond: 182_000, firstMs: 20 },
    { verb: 'train', tokensPerSecond: 12_500, firstMs: 20 },
  ],
} as const
const rates = {
  settings: ['engine.kind=onnx'],
  parameters: 1000,
  perSecond: { sample: 1, logprobs: 1, train: 1 },
}
const tried: readonly DoctorEvent[] = [
  { kind: 'progress', done: 0, total: 3, label: 'onnx on cpu' },
  { kind: 'tried', engine: usual, trial: works, rates },
  {
    kind: 'tried',
    engine: gpu,
    trial: { ...works, outcome: 'too slow', reason: 'not done within 1 s', speeds: [], runSeconds: null },
    rates: null,
  },
  {
    kind: 'tried',
    engine: tensorflow,
    trial: { outcome: 'refused', reason: 'run npm install it', difference: null, speeds: [], runSeconds: null },
    rates: null,
  },
]
const recommended = (engine: DeviceOptions | null, usualWorks: boolean): DoctorEvent => ({
  kind: 'recommended',
  engine,
  usual,
  usualWorks,
  load: standardLoad,
  part: quarterIteration,
  before: { cores: 2, load: 0.5 },
  after: { cores: 2, load: 1.9 },
})

test('doctor prints a line an engine, why those that do not work do not, and what to choose', async t => {
  const { code, printed, asked } = await commandLine(['doctor', '--seconds', '0.1', '--limit', '5'], {
    diagnosis: of(...tried, recommended(usual, true)),
  })
  t.is(code, 0)
  t.like(asked[0], { seconds: 0.1, limitSeconds: 5 })
  const cells = printed.split('\n').map(line => line.trim().split(/\s{2,}/))
  t.deepEqual(
    cells.find(([, on]) => on === 'cpu'),
    ['onnx', 'cpu', '2', 'works', '14.0k', '182k', '12.5k', '1.23', '3.8e-6'],
  )
  t.deepEqual(
    cells.find(([, on]) => on === 'tensorflow'),
    ['tfjs', 'tensorflow', 'refused', '–', '–', '–', '–', '–'],
  )
  t.regex(printed, /onnx on webgpu: not done within 1 s/)
  t.regex(printed, /tfjs on tensorflow: run npm install it/)
  t.regex(printed, /width 64, 2 layers, vocabulary 450/)
  t.regex(printed, /Load 0\.5 before and 1\.9 after, 2 cores\.\n\nKeep the default/)
})

test('doctor warns where the machine was busier than it has cores', async t => {
  const before = { cores: 2, load: 7.1 }
  const busy = { ...recommended(usual, true), before } as DoctorEvent
  const { errors } = await commandLine(['doctor', '--json'], { diagnosis: of(busy) })
  t.regex(errors, /^warning: the load before was 7\.1 on 2 cores/)
  const other = { ...recommended(gpu, true), before } as DoctorEvent
  const { printed } = await commandLine(['doctor'], { diagnosis: of(other) })
  t.regex(printed, /Keep the default: onnx on webgpu was clearly faster, but on a busy machine that says nothing\.$/)
})

test('doctor says which settings choose a faster engine', async t => {
  const { code, printed } = await commandLine(['doctor'], { diagnosis: of(...tried, recommended(gpu, true)) })
  t.is(code, 0)
  t.regex(printed, /--set engine\.kind=onnx --set engine\.provider=webgpu --set engine\.threads=1/)
})

test('doctor ends with 1 where the usual engine does not work', async t => {
  t.is((await commandLine(['doctor'], { diagnosis: of(recommended(tensorflow, false)) })).code, 1)
  const { code, printed } = await commandLine(['doctor'], { diagnosis: of(recommended(null, false)) })
  t.is(code, 1)
  t.regex(printed, /No engine works here/)
})

test('doctor --json gives one object an engine, then the recommendation, and nothing else', async t => {
  const last = recommended(usual, true)
  const { printed } = await commandLine(['doctor', '--json'], { diagnosis: of(...tried, last) })
  t.deepEqual(
    printed.split('\n').map(line => JSON.parse(line) as unknown),
    [...tried.slice(1), last],
  )
})

test('doctor refuses times that are none', async t => {
  for (const [option, value] of [
    ['--seconds', '0'],
    ['--limit', 'long'],
  ] as const) {
    const { code, errors } = await commandLine(['doctor', option, value])
    t.is(code, 2)
    t.true(errors.includes(`${option} must be in (0, 10⁶), got ${value}`))
  }
})

test('doctor --config tries what a recipe names, by model, and ends with 1 where something is wrong', async t => {
  const args = [
    'doctor',
    '--config',
    'recipes/vllm-reward-model.json',
    '--set',
    'rewardModel.service.url=http://gpu:8000',
  ]
  const { code, printed, asked } = await commandLine(args)
  t.is(code, 1)
  t.like(asked[0], { config: { rewardModel: { service: { url: 'http://gpu:8000' } } }, seconds: 0.5 })
  t.deepEqual(
    printed.split('\n').map(line => line.split(/\s+/).slice(0, 3)),
    [
      ['policy', 'reachable', 'works'],
      ['reward-model', 'answers', 'wrong'],
    ],
  )
})
