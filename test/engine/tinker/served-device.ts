/** The engine in front of our own server in front of the local engine, as a device: what the laws of engines are applied to. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Device } from '../../../src/contracts/models/device.ts'
import { createTinkerEngine, type TinkerEngineOptions } from '../../../src/engine/tinker/create-tinker-engine.ts'
import { createOnnxDevice } from '../../../src/engine/local/create-onnx-device.ts'
import { loadModel, saveModel } from '../../../src/model/checkpoint.ts'
import { listen } from '../../../src/serve/http-server.ts'
import { createTinkerServer } from '../../../src/serve/tinker-server.ts'
import { checkState } from '../../../src/engine/semantics/check.ts'
import { livelyModel, smallConfig } from '../../laws/device/device-cases.ts'

export const usualOptions: Omit<TinkerEngineOptions, 'url'> = {
  deadlineMs: 60_000,
  maxConcurrent: 64,
  keyVariable: 'NO_SUCH_KEY',
  baseModel: null,
  baseModels: {},
  rank: 8,
  seed: 1,
  normalisation: 'sum',
}

export async function createServedDevice(): Promise<Device> {
  const folder = await mkdtemp(join(tmpdir(), 'rlanything-served-'))
  const local = await createOnnxDevice()
  await saveModel(join(folder, 'base'), livelyModel(smallConfig, 1))
  const server = createTinkerServer({ device: local, models: { base: join(folder, 'base') }, folder, maxModels: 16 })
  const listening = await listen(server, { host: '127.0.0.1', port: 0, key: null })
  const engine = await createTinkerEngine({ ...usualOptions, url: listening.url })
  let loads = 0
  return {
    ...engine,
    load: async (name, state) => {
      checkState(name, state)
      loads += 1
      await saveModel(join(folder, `given-${loads}`, 'weights', 'state'), state)
      const { config, optimiser } = state
      const path = `tinker://given-${loads}/weights/state`
      const model = { service: 'tinker', baseModel: 'base', path, step: optimiser?.step ?? 0, config }
      await engine.load(name, { kind: 'remote', model })
    },
    save: async name => {
      const reference = await engine.snapshot(name)
      if (reference.kind !== 'remote') throw new Error(`a remote reference was expected, got ${reference.kind}`)
      return loadModel(join(folder, (reference.model.path ?? '').replace('tinker://', '').replaceAll(':', '-')))
    },
    close: async () => {
      await engine.close()
      await listening.close()
      await server.idle()
      await local.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
