/** Weights that are not trained come from an engine on another machine once, and its snapshots are whole all the same. */
import test from 'ava'
import fc from 'fast-check'
import { firstValueFrom, of } from 'rxjs'
import { createOnnxDevice } from '../../../../src/engine/local/create-onnx-device.ts'
import { engineOf } from '../../../../src/engine/queue/engine-of.ts'
import type { ToTrainer } from '../../../../src/contracts/messages/calls.ts'
import type { LoadCall, SnapshotReply } from '../../../../src/contracts/messages/gpu.ts'
import type { ModelReference } from '../../../../src/contracts/models/model-reference.ts'
import { nth } from '../../../../src/math/nth.ts'
import { memoryReference } from '../../../../src/model/reference.ts'
import { parameterCount, trainedShapes } from '../../../../src/model/tensors/tensors.ts'
import { createFarWeights } from '../../../../src/run/actors/use/far-weights.ts'
import { livelyModel, objectives, smallConfig, usualUpdate } from '../../../laws/device/device-cases.ts'

const lora = { r: 2, lora_alpha: 4, target_modules: ['q_proj', 'down_proj'] } as const
const configs = { whole: smallConfig, adapter: { ...smallConfig, lora } }
const routed = { to: 'trainer', from: 'gpu', id: '1' } as const
const spans = [{ start: 1, end: 4, advantage: 0.5, oldLogprobs: new Float32Array(0), weight: 1 }]
const example = { sequence: { tokens: Int32Array.of(1, 2, 3, 4) }, spans }

type Verb = 'load' | 'train' | 'snapshot'
interface Step {
  readonly verb: Verb
  readonly model: 'one' | 'other'
  readonly seed: number
}

/** An engine on another machine with the run's end of the wire, beside one that shares its memory. */
async function pair(config: keyof typeof configs) {
  const [near, far] = await Promise.all(
    [true, false].map(async shares => engineOf(await createOnnxDevice({ threads: 1 }), shares)),
  )
  const weights = createFarWeights()
  const engines = [near!, far!]
  const load = async (model: string, seed: number): Promise<void> => {
    const reference = memoryReference(livelyModel(configs[config], seed), false)
    const call: LoadCall = { kind: 'load', to: 'gpu', from: 'trainer', id: '1', model, reference }
    weights.sent(call)
    for (const engine of engines) await engine.load(model, structuredClone(reference))
  }
  const train = async (model: string): Promise<void> => {
    for (const engine of engines) {
      await engine.forwardBackward(model, [example], nth(objectives, 0))
      await engine.optimStep(model, usualUpdate)
    }
  }
  const snapshots = async (model: string): Promise<readonly ModelReference[]> => {
    const reply: SnapshotReply = { ...routed, kind: 'snapshot-done', model, reference: await far!.snapshot(model) }
    const came = await firstValueFrom(of<ToTrainer>(structuredClone(reply)).pipe(weights.completed))
    return [await near!.snapshot(model), (came as SnapshotReply).reference]
  }
  const close = (): Promise<unknown> => Promise.all(engines.map(engine => engine.close()))
  return { weights, load, train, snapshots, close }
}

for (const config of ['whole', 'adapter'] as const)
  test(`snapshots from another machine hold what those in shared memory hold: ${config}`, async t => {
    const step = fc.record<Step>({
      verb: fc.constantFrom('load', 'train', 'snapshot', 'snapshot'),
      model: fc.constantFrom('one', 'other'),
      seed: fc.integer({ min: 1, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async steps => {
        const { load, train, snapshots, close } = await pair(config)
        try {
          for (const model of ['one', 'other']) await load(model, 1)
          for (const { verb, model, seed } of steps) {
            if (verb === 'load') await load(model, seed)
            else if (verb === 'train') await train(model)
            else {
              const [near, far] = await snapshots(model)
              t.deepEqual(far, near)
            }
          }
        } finally {
          await close()
        }
      }),
      { numRuns: 8 },
    )
  })

test('bytes: a model as it is loaded, then with the first snapshot, then its adapter and the moments alone', async t => {
  const { weights, load, train, snapshots, close } = await pair('adapter')
  t.teardown(close)
  const [all, trained] = [parameterCount(configs.adapter), parameterCount(configs.adapter, trainedShapes)]
  await load('one', 1)
  t.is(weights.flush(), 4 * all)
  await train('one')
  await snapshots('one')
  t.is(weights.flush(), 4 * (all + 2 * trained))
  await snapshots('one')
  t.is(weights.flush(), 4 * 3 * trained)
  t.is(weights.flush(), 0)
})
