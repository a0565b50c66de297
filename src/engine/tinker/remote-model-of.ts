/** Which model of a service a reference names. */
import type { ModelReference, RemoteModel } from '../../contracts/models/model-reference.ts'
import { loadModelConfig } from '../../model/checkpoint.ts'
import { readRemoteModel } from '../../model/remote-model.ts'
import type { Service } from './service/service.ts'

const serviceKind = 'tinker'

/** @param baseModel by the settings; `null` if they name none. */
export async function remoteModelOf(
  reference: ModelReference,
  baseModel: string | null,
  { supported }: Service,
): Promise<RemoteModel> {
  if (reference.kind !== 'folder' && reference.kind !== 'remote')
    throw new RangeError(
      'a service takes no weights: name a folder with config.json and tokenizer.json, or one that it saved',
    )
  const remote = reference.kind === 'remote' ? reference.model : await readRemoteModel(reference.path)
  if (remote !== null && remote.service !== serviceKind)
    throw new RangeError(`the model must be one of a service of kind ${serviceKind}, got ${remote.service}`)
  if (remote !== null) return remote
  if (reference.kind === 'remote') return reference.model
  const config = await loadModelConfig(reference.path)
  const names = supported.map(({ name }) => name)
  const [only] = names
  const chosen = baseModel ?? (names.length === 1 ? only : undefined)
  if (chosen === undefined)
    throw new RangeError(
      `engine.tinker.baseModel must be one of ${names.join(', ')}, the models of the service, got null`,
    )
  return { service: serviceKind, baseModel: chosen, path: null, step: 0, config }
}

/** Some services make a model of whatever name they are given. @throws {RangeError} if the service does not have the base model. */
export function remoteContextOf({ baseModel, config }: RemoteModel, { supported }: Service): number {
  const own = supported.find(({ name }) => name === baseModel)
  if (own === undefined)
    throw new RangeError(
      `engine.tinker.baseModel must be one of ${supported.map(({ name }) => name).join(', ')}, the models of the service, got ${baseModel}`,
    )
  return Math.min(own.contextTokens ?? Infinity, config.max_position_embeddings)
}
