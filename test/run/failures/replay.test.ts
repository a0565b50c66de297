/** Numbers that run out of bounds somewhere on purpose are found there, on any engine. */
import { access, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import type { Device, ModelState, Sequence } from '../../../src/contracts/models/device.ts'
import { instructionSet } from '../../../src/engine/local/instruction-set.ts'
import { openDevice } from '../../../src/engine/open-device.ts'
import { describeOrigin, replay, replayOn } from '../../../src/run/failures/replay.ts'
import type { FailedCall } from '../../../src/learning/failed-batch.ts'
import type { Origin } from '../../../src/run/failures/origin.ts'
import { RunFailedError } from '../../../src/run/failures/run-failed-error.ts'
import { nth } from '../../../src/math/nth.ts'
import { present } from '../../fixtures/present.ts'
import { trainRun } from '../in-thread.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { exampleOf, livelyModel, smallConfig, usualUpdate } from '../../laws/device/device-cases.ts'
import { eventsOf, tinyConfig, tinyStarters } from '../tiny-run.ts'

const planted = new URL('../../fixtures/objectives/planted.js', import.meta.url)
const sequences: readonly Sequence[] = [
  { tokens: Int32Array.of(3, 1, 4, 1, 5, 9, 2) },
  { tokens: Int32Array.of(2, 7, 1, 8, 2, 8), parents: Int32Array.of(-1, 0, 1, 1, 3, 0) },
]
const clipped = { kind: 'clipped', clip: 0.2, klWeight: 0.1 } as const
const state = livelyModel(smallConfig, 3)

/** The model with every number of some rows of a tensor so large that products of them overflow. */
function overflowing(tensor: string, rows: readonly number[], value = 1e30): ModelState {
  const { shape, data } = present(state.weights[tensor])
  const [, width = 1] = shape
  const large = data.map((weight, at) => (rows.includes(Math.floor(at / width)) ? value : weight))
  return { ...state, weights: { ...state.weights, [tensor]: { shape, data: large } } }
}

const cases: readonly (readonly [
  what: string,
  model: ModelState,
  call: (device: Device) => Promise<FailedCall>,
  origin: Partial<Origin> | null,
])[] = [
  [
    'a layer',
    overflowing('model.layers.1.mlp.up_proj.weight', [0, 1, 2, 3], 3e38),
    async () => ({ verb: 'logprobs', sequences }),
    { kind: 'forward', example: 0, layer: 1 },
  ],
  [
    'the embedding of one token',
    overflowing('model.embed_tokens.weight', [9], 3e38),
    async () => ({ verb: 'logprobs', sequences: [nth(sequences, 1), nth(sequences, 0)] }),
    { kind: 'forward' },
  ],
  [
    'the objective',
    state,
    async device => {
      const module = { kind: 'module', module: planted.href, options: { value: 'NaN', token: 2 } } as const
      return { ...(await batchOf(device)), verb: 'forward-backward', objective: module }
    },
    { kind: 'objective', example: 0, span: 0 },
  ],
  [
    'a slope that is too large for single precision',
    state,
    async device => ({ ...(await batchOf(device, 1e300)), verb: 'forward-backward' }),
    { kind: 'objective', example: 1, span: 1 },
  ],
  [
    'the backward pass',
    state,
    async device => ({ ...(await batchOf(device, 2e38)), verb: 'forward-backward' }),
    { kind: 'backward', example: 1 },
  ],
  [
    'the step of the optimiser',
    state,
    async device => ({
      ...(await batchOf(device)),
      verb: 'optim-step',
      options: { ...usualUpdate, learningRate: 1e300 },
    }),
    { kind: 'optim-step' },
  ],
  ['nothing', state, async device => ({ ...(await batchOf(device)), verb: 'optim-step' }), null],
]

/** Two examples, the last span of which has this advantage. */
async function batchOf(device: Device, advantage = 1): Promise<Exclude<FailedCall, { verb: 'logprobs' }>> {
  await device.load('m', state)
  const logprobs = await device.logprobs('m', sequences)
  const [first, second] = sequences.map((sequence, index) => exampleOf(sequence, nth(logprobs, index)))
  const [kept, changed] = present(second).spans
  const wild = {
    ...present(second),
    spans: [present(kept), { ...present(changed), advantage, oldLogprobs: nth(logprobs, 1).slice(3) }],
  }
  return { verb: 'optim-step', examples: [present(first), wild], objective: clipped, options: usualUpdate }
}

for (const options of [
  { engine: 'onnx', threads: 1 },
  { engine: 'tfjs', backend: 'cpu' },
] as const) {
  test(`${options.engine}: what runs out of bounds is found where it does so first`, async t => {
    const device = await openDevice(options)
    for (const [what, model, callOf, wanted] of cases) {
      const call = await callOf(device)
      const { origin, found } = await replayOn(device, {
        model: 'policy',
        reference: { kind: 'memory', state: model },
        call,
        tensors: [],
      })
      if (wanted === null) t.is(origin, null, what)
      else t.like(origin, wanted, `${what}: ${JSON.stringify(origin)}`)
      t.is(found.length > 0, wanted !== null, what)
      if (origin !== null) t.regex(describeOrigin(origin), /first in/)
    }
    await device.close()
  })
}

test.serial(
  'a run whose objective gives no number ends as failed, and its batch fails again when it is replayed',
  async t => {
    const folder = await temporaryFolder(t)
    const directory = join(folder, 'run')
    const module = fileURLToPath(planted)
    const config = tinyConfig(await tinyStarters(folder), {
      iterations: 1,
      policy: { objective: { module, options: { value: 'Infinity', token: 0 } } },
    })
    const error = await t.throwsAsync(eventsOf(trainRun({ config, directory })), { instanceOf: RunFailedError })
    t.regex(error?.message ?? '', /^model policy: .* is not finite, in forward-backward of a batch of \d+ examples\n/)
    const batch = join(directory, 'failures', 'iteration-000001-policy')
    t.true(error?.message.includes(`npx rlanything replay ${batch}\n`))
    t.deepEqual(await readdir(join(directory, 'failures')), ['iteration-000001-policy'])
    await access(join(directory, 'checkpoints', 'step-000000'))
    for (const engine of [{}, { kind: 'tfjs', backend: 'cpu' }]) {
      const { model, verb, recorded, found, origin, mixed } = await replay({ folder: batch, engine })
      t.is(mixed, null)
      t.deepEqual([model, verb], ['policy', 'forward-backward'])
      t.true(found.length > 0)
      if (!('kind' in engine)) t.deepEqual(found, recorded)
      t.like(origin, { kind: 'objective', example: 0, span: 0 })
    }
    const file = join(batch, 'call.json')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(JSON.stringify(instructionSet()), '"another"'))
    t.regex((await replay({ folder: batch })).mixed ?? '', /^The batch failed and is made again on .*another/)
  },
)
