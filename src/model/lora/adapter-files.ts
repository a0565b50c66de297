/** The adapter of a model, in the folder `adapter` of the model's own, as PEFT lays it out. */
import { join } from 'node:path'
import type { Tensor } from '../../contracts/models/device.ts'
import type { LoraConfig } from '../../contracts/models/model-config.ts'
import { readIfThere } from '../../files/read-if-there.ts'
import { inFile, parseJson, requiredFile } from '../files/required-file.ts'
import { parseLora } from './lora-config.ts'
import { decodeSafetensors, encodeSafetensors } from '../tensors/safetensors.ts'

export const adapterFolder = 'adapter'

const configFile = 'adapter_config.json'
const weightsFile = 'adapter_model.safetensors'
/** What PEFT puts before the names of a causal language model. */
const prefix = 'base_model.model.'

/** Name and contents of each file, the names within the model's folder. */
export function* adapterFiles(
  lora: LoraConfig,
  tensors: Readonly<Record<string, Tensor>>,
): Generator<readonly [name: string, contents: string | Uint8Array]> {
  yield [`${adapterFolder}/${configFile}`, `${JSON.stringify({ ...fixed, ...lora }, null, 2)}\n`]
  const named = Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [prefix + name, tensor]))
  yield [`${adapterFolder}/${weightsFile}`, encodeSafetensors({ tensors: named, metadata: { format: 'pt' } })]
}

const fixed = {
  peft_type: 'LORA',
  task_type: 'CAUSAL_LM',
  base_model_name_or_path: null,
  bias: 'none',
  lora_dropout: 0,
  inference_mode: true,
}

/** Its settings; none if the model's folder has no adapter. @throws {RangeError} if they are not ones that are supported, file named. */
export async function loadAdapterConfig(folder: string): Promise<LoraConfig | undefined> {
  const path = join(folder, adapterFolder, configFile)
  const bytes = await readIfThere(path)
  return bytes === undefined ? undefined : inFile(path, () => parseLora(parseJson(bytes, path)))
}

/** Its tensors, by the names that the model has for them. @throws {RangeError} if the file is missing or corrupt. */
export async function loadAdapterWeights(folder: string): Promise<Record<string, Tensor>> {
  const own = join(folder, adapterFolder)
  const { tensors } = decodeSafetensors(await requiredFile(own, weightsFile), join(own, weightsFile))
  return Object.fromEntries(
    Object.entries(tensors).map(([name, tensor]) => [
      name.startsWith(prefix) ? name.slice(prefix.length) : name,
      tensor,
    ]),
  )
}
