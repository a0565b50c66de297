/** An engine in front of our own server, whose requests a test hears, and may hold back. */
import { join } from 'node:path'
import type { ModelEngine } from '../../../src/contracts/models/model-engine.ts'
import type { Example } from '../../../src/contracts/models/device.ts'
import { createOnnxDevice } from '../../../src/engine/local/create-onnx-device.ts'
import { createTinkerEngine } from '../../../src/engine/tinker/create-tinker-engine.ts'
import { saveModel } from '../../../src/model/checkpoint.ts'
import { listen } from '../../../src/serve/http-server.ts'
import { createTinkerServer } from '../../../src/serve/tinker-server.ts'
import { temporaryFolder, type Owner } from '../../fixtures/temporary-folder.ts'
import { livelyModel, smallConfig } from '../../laws/device/device-cases.ts'
import { usualOptions } from './served-device.ts'

type Handle = ReturnType<typeof createTinkerServer>['handle']

/** @param heard is given each request before the server is; it gets the request when a promise that this returns has resolved. */
export async function overheardEngine(
  t: Owner,
  heard: (request: Parameters<Handle>[0]) => Promise<void> | undefined,
): Promise<{ readonly engine: ModelEngine; readonly base: string }> {
  const folder = await temporaryFolder(t)
  const base = join(folder, 'base')
  await saveModel(base, livelyModel(smallConfig, 1))
  const device = await createOnnxDevice()
  const server = createTinkerServer({ device, models: { base }, folder })
  const handle: Handle = async request => {
    await heard(request)
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
  return { engine, base }
}

const span = { start: 1, end: 3, advantage: 1, oldLogprobs: new Float32Array(2), weight: 1 }

/** For an objective of kind `linear`. */
export const linearExample: Example = {
  sequence: { tokens: Int32Array.of(1, 2, 3) },
  spans: [{ ...span, coefficients: Float32Array.of(1, 1) }],
}
