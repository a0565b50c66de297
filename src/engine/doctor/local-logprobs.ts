import { existsSync, readdirSync } from 'node:fs'
import { loadModel } from '../../model/checkpoint.ts'
import { openDevice } from '../open-device.ts'

/** Log-probabilities by the local engine, [L] of each sequence; `null` if the folder has no weights. */
export async function localLogprobs(
  folder: string,
  sequences: readonly Int32Array[],
): Promise<readonly Float32Array[] | null> {
  if (!existsSync(folder) || !readdirSync(folder).some(name => name.endsWith('.safetensors'))) return null
  const device = await openDevice({ engine: 'onnx', threads: 1 })
  try {
    await device.load('compared', await loadModel(folder))
    return await device.logprobs(
      'compared',
      sequences.map(tokens => ({ tokens })),
    )
  } finally {
    await device.close()
  }
}
