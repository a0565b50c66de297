import { join } from 'node:path'
import test from 'ava'
import { createOnnxDevice } from '../../../src/engine/local/create-onnx-device.ts'
import { createTinkerEngine } from '../../../src/engine/tinker/create-tinker-engine.ts'
import { saveModel } from '../../../src/model/checkpoint.ts'
import { listen } from '../../../src/serve/http-server.ts'
import { createTinkerServer } from '../../../src/serve/tinker-server.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { livelyModel, smallConfig, usualUpdate } from '../../laws/device/device-cases.ts'
import { usualOptions } from './served-device.ts'

test('of each model the last snapshots are kept, however many others have: a frozen one has a single one for ever', async t => {
  const folder = await temporaryFolder(t)
  const base = join(folder, 'base')
  await saveModel(base, livelyModel(smallConfig, 1))
  const device = await createOnnxDevice()
  const server = createTinkerServer({ device, models: { base }, folder })
  const discarded: string[] = []
  const handle: typeof server.handle = request => {
    if (request.method === 'DELETE') discarded.push(request.path)
    return server.handle(request)
  }
  const { url, close } = await listen({ ...server, handle }, { host: '127.0.0.1', port: 0, key: null })
  const engine = await createTinkerEngine({ ...usualOptions, url })
  t.teardown(async () => {
    await engine.close()
    await close()
    await device.close()
  })
  for (const name of ['frozen', 'policy']) await engine.load(name, { kind: 'folder', path: base })
  const pathOf = async (name: string): Promise<string> => {
    const reference = await engine.snapshot(name)
    return reference.kind === 'remote' ? (reference.model.path ?? '') : ''
  }
  const frozen = await pathOf('frozen')
  const paths: string[] = []
  const tokens = Int32Array.of(1, 2, 3)
  const span = { start: 1, end: 3, advantage: 1, oldLogprobs: new Float32Array(2), weight: 1 }
  for (let update = 0; update < 10; update += 1) {
    const example = { sequence: { tokens }, spans: [{ ...span, coefficients: Float32Array.of(1, 1) }] }
    await engine.forwardBackward('policy', [example], { kind: 'linear' })
    await engine.optimStep('policy', usualUpdate)
    paths.push(await pathOf('policy'))
  }
  t.is(await pathOf('frozen'), frozen)
  const routeOf = (path: string): string =>
    path.replace(/^tinker:\/\/([^/]+)\/weights\/(.*)$/, '/api/v1/training_runs/$1/checkpoints/weights/$2')
  t.deepEqual(discarded, paths.slice(0, 6).map(routeOf))
})
