import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import test from 'ava'
import { initialise } from '../../src/model/tensors/initialise.ts'
import { rootKey } from '../../src/math/random.ts'
import { saveModel } from '../../src/model/checkpoint.ts'
import { memoryReference, resolveModel } from '../../src/model/reference.ts'
import { present } from '../fixtures/present.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { livelyModel, smallConfig } from '../laws/device/device-cases.ts'

const { config, weights } = livelyModel(smallConfig, 1)
const [first, second] = [2, 3].map(seed => livelyModel(smallConfig, seed).weights)
const trained = { config, weights, optimiser: { step: 7, first: present(first), second: present(second) } }
const fresh = initialise(smallConfig, rootKey(1))

test('a model in memory is what it was made of, in one piece of shared memory, and keeps nothing of the original', async t => {
  for (const state of [trained, fresh]) {
    const copied = structuredClone(state)
    const resolved = await resolveModel(memoryReference(copied))
    for (const { data } of Object.values(copied.weights)) data.fill(0)
    t.deepEqual(resolved, state)
    const { optimiser } = resolved
    const parts = [resolved.weights, ...(optimiser === undefined ? [] : [optimiser.first, optimiser.second])]
    const buffers = new Set(parts.flatMap(tensors => Object.values(tensors).map(({ data }) => data.buffer)))
    t.is(buffers.size, 1)
    t.true([...buffers][0] instanceof SharedArrayBuffer)
  }
})

test('posting a model in memory copies nothing', async t => {
  const { port1, port2 } = new MessageChannel()
  const reference = memoryReference(fresh)
  const arrived = new Promise<unknown>(resolve => port2.once('message', resolve))
  port1.postMessage(reference)
  const received = (await arrived) as typeof reference
  port1.close()
  const [here, there] = await Promise.all([resolveModel(reference), resolveModel(received)])
  const name = 'model.norm.weight'
  present(here.weights[name]).data[0] = 12.5
  t.is(present(there.weights[name]).data[0], 12.5)
})

test('a model in a folder is read, or refused by the name of the file', async t => {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'model')
  await t.throwsAsync(resolveModel({ kind: 'folder', path }), {
    instanceOf: RangeError,
    message: /there is no folder .*model, and a model's must have config\.json/,
  })
  await saveModel(path, trained)
  t.deepEqual(await resolveModel({ kind: 'folder', path }), trained)
})
