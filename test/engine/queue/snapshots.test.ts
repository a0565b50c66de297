/** Snapshots of a model stay as they were taken, and hold the weights that are not trained once. */
import test from 'ava'
import type { ModelState } from '../../../src/contracts/models/device.ts'
import type { ModelReference } from '../../../src/contracts/models/model-reference.ts'
import { createOnnxDevice } from '../../../src/engine/local/create-onnx-device.ts'
import { engineOf } from '../../../src/engine/queue/engine-of.ts'
import { memoryReference } from '../../../src/model/reference.ts'
import { frozenShapes } from '../../../src/model/tensors/tensors.ts'
import { nth } from '../../../src/math/nth.ts'
import { livelyModel, objectives, smallConfig, usualUpdate } from '../../laws/device/device-cases.ts'

const stateOf = (reference: ModelReference): ModelState => {
  if (reference.kind !== 'memory') throw new Error(`a snapshot must be in memory, got ${reference.kind}`)
  return reference.state
}

const lora = { r: 2, lora_alpha: 4, target_modules: ['q_proj', 'down_proj'] } as const

for (const [name, config] of Object.entries({ 'all weights': smallConfig, 'an adapter': { ...smallConfig, lora } }))
  test(`snapshots of a model of which ${name} are trained`, async t => {
    const engine = engineOf(await createOnnxDevice({ threads: 1 }))
    t.teardown(engine.close)
    await engine.load('m', memoryReference(livelyModel(config, 1)))
    const first = stateOf(await engine.snapshot('m'))
    const kept = structuredClone(first)
    const spans = [{ start: 1, end: 4, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }]
    await engine.forwardBackward('m', [{ sequence: { tokens: Int32Array.of(1, 2, 3, 4) }, spans }], nth(objectives, 0))
    await engine.optimStep('m', usualUpdate)
    const second = stateOf(await engine.snapshot('m'))
    t.deepEqual(first, kept)

    const frozen = frozenShapes(config)
    t.deepEqual(Object.keys(second.weights), Object.keys(first.weights))
    for (const [tensor, { data }] of Object.entries(second.weights)) {
      t.true(data.buffer instanceof SharedArrayBuffer)
      t.is(first.weights[tensor]?.data === data, frozen.has(tensor), tensor)
    }
    const sample = [{ tokens: Int32Array.of(1, 2, 3, 4) }]
    const scores = await engine.logprobs('m', sample)
    await engine.load('m', memoryReference(livelyModel(config, 2)))
    t.notDeepEqual(await engine.logprobs('m', sample), scores)
    const other = stateOf(await engine.snapshot('m'))
    t.notDeepEqual(other.weights, second.weights)
    await engine.load('m', { kind: 'memory', state: second })
    t.deepEqual(await engine.logprobs('m', sample), scores)
  })
