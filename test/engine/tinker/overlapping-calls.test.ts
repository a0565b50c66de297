/** Calls of an engine that is a service need not wait for each other; our own server holds its answers back. */
import { join } from 'node:path'
import test from 'ava'
import { createOnnxDevice } from '../../../src/engine/local/create-onnx-device.ts'
import { createTinkerEngine } from '../../../src/engine/tinker/create-tinker-engine.ts'
import { saveModel } from '../../../src/model/checkpoint.ts'
import { deferred } from '../../../src/runtime/waiting/deferred.ts'
import { listen } from '../../../src/serve/http-server.ts'
import { createTinkerServer } from '../../../src/serve/tinker-server.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { livelyModel, smallConfig, usualUpdate } from '../../laws/device/device-cases.ts'
import { sample } from '../device-requests.ts'
import { usualOptions } from './served-device.ts'

test('samples wait for no slower one and for no update: until it is over they are of the old weights, then of the new', async t => {
  const folder = await temporaryFolder(t)
  const base = join(folder, 'base')
  await saveModel(base, livelyModel(smallConfig, 1))
  const device = await createOnnxDevice()
  const server = createTinkerServer({ device, models: { base }, folder })
  const held = new Map<string, { readonly come: () => void; readonly go: Promise<void> }>()
  const handle: typeof server.handle = async request => {
    const gate = held.get(request.path.replace('/api/v1/', ''))
    gate?.come()
    await gate?.go
    return server.handle(request)
  }
  const { url, close } = await listen({ ...server, handle }, { host: '127.0.0.1', port: 0, key: null })
  const engine = await createTinkerEngine({ ...usualOptions, url })
  t.teardown(async () => {
    await engine.close()
    await close()
    await server.idle()
    await device.close()
  })
  /** Holds the next requests of a route. @returns when the first has come, and what lets them go. */
  const hold = (route: string) => {
    const [came, go] = [deferred<void>(), deferred<void>()]
    held.set(route, { come: () => came.resolve(), go: go.promise })
    const release = (): void => {
      held.delete(route)
      go.resolve()
    }
    return { came: came.promise, release }
  }
  const versionOf = async (model: string, id: string): Promise<number | undefined> =>
    (await engine.sample(model, [sample(model, id).request]))[0]?.[0]?.version

  /* None waits for a load to be answered. */
  const loads = ['policy', 'other'].map(name => engine.load(name, { kind: 'folder', path: base }))
  t.is(await versionOf('policy', 'before'), 0)
  await Promise.all(loads)

  const sampling = hold('asample')
  const slow = versionOf('policy', 'slow')
  await sampling.came
  held.delete('asample')
  t.is(await versionOf('policy', 'fast'), 0)

  const span = { start: 1, end: 3, advantage: 1, oldLogprobs: new Float32Array(2), weight: 1 }
  const example = {
    sequence: { tokens: Int32Array.of(1, 2, 3) },
    spans: [{ ...span, coefficients: Float32Array.of(1, 1) }],
  }
  const updating = hold('optim_step')
  void engine.forwardBackward('policy', [example], { kind: 'linear' })
  const update = engine.optimStep('policy', usualUpdate)
  await updating.came
  t.is(await versionOf('policy', 'meanwhile'), 0)
  t.is(await versionOf('other', 'meanwhile'), 0)
  sampling.release()
  t.is(await slow, 0)
  updating.release()
  t.is((await update).step, 1)
  t.is(await versionOf('policy', 'after'), 1)

  /* Of one context the second waits, and goes on where the first ended. */
  const both = await Promise.all([versionOf('policy', 'same'), versionOf('policy', 'same')])
  t.deepEqual(both, [1, 1])
})
