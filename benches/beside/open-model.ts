/** A model on an engine: the weights that both sides use. */
import { fileURLToPath } from 'node:url'
import type { Device } from '../../src/contracts/models/device.ts'
import type { ModelConfig } from '../../src/contracts/models/model-config.ts'
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { loadModel } from '../../src/model/checkpoint.ts'
import { parameterCount } from '../../src/model/tensors/tensors.ts'
import { NotPrepared } from './comparison.ts'
import { threads as usual } from './start-peer.ts'

/** The model that comes with the package for the household. */
export const starterFolder = fileURLToPath(new URL('../../../starters/household/policy', import.meta.url))

export interface OpenedModel {
  readonly folder: string
  /** Has the model under the name `model`. */
  readonly device: Device
  readonly config: ModelConfig
}

/** @param threads of the engine, with a replica each: what is written and trained on together is shared out without waiting. */
export async function openModel(folder: string, threads = usual): Promise<OpenedModel> {
  const state = await loadModel(folder)
  const device = await createOnnxDevice({ threads })
  await device.load('model', state)
  return { folder, device, config: state.config }
}

/** Of both sides, where a language model is compared. */
export const languageModelThreads = 2

/** Size of a model, and by how many threads it is computed with. */
export const languageModelTitle = ({ config }: OpenedModel): string =>
  `${Math.round(parameterCount(config) / 1e6)} million parameters, ${languageModelThreads} threads`

/** @throws {NotPrepared} if no folder was named. */
export function requireModel(folder: string | null): string {
  if (folder === null) throw new NotPrepared('`--model` names no folder of a language model')
  return folder
}
