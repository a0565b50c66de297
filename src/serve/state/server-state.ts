/** All that a server keeps: sessions, models, samplers, promised results, and the queue of its device. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Device } from '../../contracts/models/device.ts'
import type { SchedulerLike } from '../../streams/rxjs.ts'
import { loadModel } from '../../model/checkpoint.ts'
import { createModelSlots } from './model-slots.ts'
import { createNumbered } from './numbered.ts'
import { createPromises } from './promises.ts'
import { RefusedRequest } from '../../network/refused-request.ts'
import { json, type Reply } from './reply.ts'
import { replyWith, type ServedAnswer } from './answer-forms.ts'
import { createSamplers, withoutOptimiser, type Samplers } from './samplers.ts'
import { trainedModel, type ModelInTraining } from './trained-model.ts'
import { createWorkQueue, type WorkQueue } from './work-queue.ts'

export interface ServerStateOptions {
  readonly device: Device
  /** Folders of the models that can be trained, by the names that clients give them. */
  readonly models: Readonly<Record<string, string>>
  /** Where checkpoints are kept. */
  readonly folder: string
  /** Models that can be trained at once. */
  readonly maxModels: number
  /** Longest silence after which a session's models may be unloaded. */
  readonly silenceMs: number
  readonly scheduler: SchedulerLike
}

interface HostedModel extends ModelInTraining {
  readonly sessionId: string
  readonly baseModel: string
  /** Of the adapter that was asked for. */
  readonly rank: number
}

export interface ServerState {
  readonly device: Device
  readonly queue: WorkQueue
  readonly samplers: Samplers
  /** @returns the new session's id. */
  readonly openSession: () => string
  /** Notes a sign of life. @throws {RefusedRequest} 404 if there is no such session. */
  readonly heard: (sessionId: string) => void
  /** @returns the new model's id. @throws {RangeError} if there is no place for one. */
  readonly openModel: (
    model: Pick<HostedModel, 'sessionId' | 'baseModel' | 'rank'> & {
      /** Among the models of its session; clients make the id of both. */
      readonly seq: number
      /** Where its weights are; those of the base if left out. */
      readonly from?: { readonly folder: string; readonly withOptimiser: boolean }
    },
  ) => Promise<string>
  /** @throws {RefusedRequest} 404 if there is no such model. */
  readonly model: (id: string) => HostedModel
  /** The same, if it is there. */
  readonly knownModel: (id: string) => HostedModel | undefined
  /** Samplers of it continue with a copy. */
  readonly unload: (id: string) => Promise<void>
  /** Folder of a model that can be trained. @throws {RefusedRequest} 404 if none has that name. */
  readonly baseFolder: (name: string) => string
  /** Name of the first of them. */
  readonly firstBase: () => string
  /** Folder of a checkpoint. @throws {RefusedRequest} 400 if the path is not of that kind. */
  readonly checkpointFolder: (path: string, kind: CheckpointKind) => string
  /** The reply to a request that takes long. @param of whose number `seq` is. @param body as it was sent. */
  readonly later: (
    of: string,
    seq: number | null | undefined,
    body: Uint8Array,
    work: () => Promise<ServedAnswer>,
    /** Samples that are promised, each of which gets an id. */
    samples?: number,
  ) => Reply
  readonly retrieve: (requestId: string, accept: string) => Promise<Reply>
}

type CheckpointKind = 'weights' | 'sampler_weights'

/** Of the model, the kind of weights and their name. */
const pathForm = /^tinker:\/\/([\w:-]+)\/(weights|sampler_weights)\/([\w-][\w.-]*)$/

/** The model that a path of this server belongs to. */
export const ownerOf = (path: string): string => pathForm.exec(path)?.[1] ?? ''

export function createServerState({
  device,
  models: folders,
  folder,
  maxModels,
  silenceMs,
  scheduler,
}: ServerStateOptions): ServerState {
  const models = new Map<string, HostedModel>()
  const sessions = new Map<string, number>()
  const slots = createModelSlots('model', maxModels)
  const samplers = createSamplers(device)
  const promises = createPromises(scheduler)
  const numbered = createNumbered()
  const queue = createWorkQueue(async (sessionId, requests) => {
    const { slot } = await samplers.slotOf(sessionId)
    const samples = await device.sample(slot, requests)
    const used = requests.map(({ sequenceId }) => sequenceId)
    await device.release(slot, used)
    return samples
  })

  const heard = (id: string): void => {
    if (!sessions.has(id)) throw new RefusedRequest(404, `there is no session ${id}`)
    sessions.set(id, scheduler.now())
  }
  const baseFolder = (name: string): string => {
    const found = Object.hasOwn(folders, name) ? folders[name] : undefined
    if (found !== undefined) return found
    throw new RefusedRequest(404, `base_model must be one of ${Object.keys(folders).join(', ')}, got ${name}`)
  }
  const unload = async (id: string): Promise<void> => {
    const found = models.get(id)
    if (found === undefined) return
    models.delete(id)
    numbered.forget(id)
    await queue.do(() => samplers.keep(found.slot))
    slots.give(found.slot)
  }
  const unloadSilent = async (): Promise<void> => {
    for (const [id, { sessionId }] of models)
      if (scheduler.now() - (sessions.get(sessionId) ?? -Infinity) > silenceMs) await unload(id)
  }

  return {
    device,
    queue,
    samplers,
    openSession: () => {
      const id = `session-${randomUUID()}`
      sessions.set(id, scheduler.now())
      return id
    },
    heard,
    openModel: async ({ sessionId, seq, baseModel, rank, from }) => {
      await unloadSilent()
      const { folder: weights, withOptimiser } = from ?? { folder: baseFolder(baseModel), withOptimiser: false }
      const slot = slots.take()
      try {
        const state = await loadModel(weights)
        await queue.do(() => device.load(slot, withOptimiser ? state : withoutOptimiser(state)))
        const { config } = state
        const id = `${sessionId}:train:${seq}`
        const opened = trainedModel(device, { slot, config, beforeUpdate: () => samplers.keep(slot) })
        models.set(id, { ...opened, sessionId, baseModel, rank })
        return id
      } catch (thrown) {
        slots.give(slot)
        throw thrown
      }
    },
    model: id => {
      const found = models.get(id)
      if (found === undefined) throw new RefusedRequest(404, `there is no model ${id}`)
      heard(found.sessionId)
      return found
    },
    knownModel: id => models.get(id),
    unload,
    baseFolder,
    firstBase: () => Object.keys(folders)[0] ?? '',
    checkpointFolder: (path, kind) => {
      const [, owner = '', found, name = ''] = pathForm.exec(path) ?? []
      if (found !== kind) throw new RefusedRequest(400, `path must be tinker://MODEL/${kind}/NAME, got ${path}`)
      return join(folder, owner.replaceAll(':', '-'), kind, name)
    },
    later: (of, seq, body, work, samples) => {
      const requestId = numbered.once(of, seq, body, () => promises.take(work().then(replyWith)))
      const ids = samples && { sample_sequence_ids: Array.from({ length: samples }, (_, at) => `${requestId}-${at}`) }
      return json({ request_id: requestId, future_id: requestId, status: 'pending', ...ids })
    },
    retrieve: promises.retrieve,
  }
}
