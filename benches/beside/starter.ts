/** The model that comes with the package for the household, on an engine of one thread: the weights that both sides use. */
import { fileURLToPath } from 'node:url'
import type { Device } from '../../src/contracts/models/device.ts'
import type { ModelConfig } from '../../src/contracts/models/model-config.ts'
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { loadModel } from '../../src/model/checkpoint.ts'
import { threads } from './start-peer.ts'

export const starterFolder = fileURLToPath(new URL('../../../starters/household/policy', import.meta.url))

export interface OpenedStarter {
  /** Has the model under the name `model`. */
  readonly device: Device
  readonly config: ModelConfig
}

export async function openStarter(): Promise<OpenedStarter> {
  const state = await loadModel(starterFolder)
  const device = await createOnnxDevice({ threads })
  await device.load('model', state)
  return { device, config: state.config }
}
