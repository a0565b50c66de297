/** The folder of a model whose weights a service keeps: the small files of Hugging Face's layout, and `remote.json` instead of weights. */
import { join } from 'node:path'
import { z } from 'zod'
import type { RemoteModel } from '../contracts/models/model-reference.ts'
import { writeFilesOnce, writeNewFiles } from '../files/new-files.ts'
import { readIfThere } from '../files/read-if-there.ts'
import { loadModelConfig, type SaveOptions } from './checkpoint.ts'
import { parsed } from '../text/parsed.ts'
import { parseJson } from './files/required-file.ts'
import { huggingFaceFiles } from './hugging-face.ts'
import { specialIdsOf } from './tokenizer/special-ids.ts'

const remoteFile = 'remote.json'

const schema = z.strictObject({
  service: z.string().min(1),
  baseModel: z.string().min(1),
  path: z.string().min(1).nullable(),
  step: z.int().min(0),
})

/** @throws {RangeError} if there is something at `folder` already. */
export async function saveRemoteModel(folder: string, model: RemoteModel, options: SaveOptions = {}): Promise<void> {
  await writeNewFiles(folder, filesOf(model, options))
}

/** The same for a request that may be asked again: a folder that holds just this model already is left as it is. */
export async function saveRemoteOnce(folder: string, model: RemoteModel, options: SaveOptions = {}): Promise<void> {
  await writeFilesOnce(folder, () => filesOf(model, options))
}

function filesOf({ config, ...remote }: RemoteModel, options: SaveOptions): ReadonlyMap<string, string> {
  const { tokenizer, chat, special = specialIdsOf(tokenizer, chat) } = options
  const files = new Map(huggingFaceFiles(config, special, options))
  return files.set(remoteFile, `${JSON.stringify(remote, null, 2)}\n`)
}

/** @returns `null` if the folder names no service. @throws {RangeError} if its entry of one is wrong. */
export async function readRemoteModel(folder: string): Promise<RemoteModel | null> {
  const path = join(folder, remoteFile)
  const bytes = await readIfThere(path)
  if (bytes === undefined) return null
  const remote = parsed(path, schema, parseJson(bytes, path))
  return { ...remote, config: await loadModelConfig(folder) }
}
