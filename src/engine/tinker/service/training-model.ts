/** One trained model of a service. */
import { reasonOf } from '../../../contracts/failure.ts'
import { LostModelError } from '../../semantics/lost-model-error.ts'
import { inChunks } from '../wire/chunks.ts'
import type { Datum, ForwardBackwardOutput, ForwardBackwardRequest } from '../wire/types.ts'
import { passOutput, passRequest, smallestPass, type PassForm } from './passes.ts'
import { created, forSampler, promised, saved, understood, updated } from './replies.ts'
import { createModelRequests, type ModelRequests } from './requests.ts'
import { jsonReply } from './retrieve.ts'
import { openSamplingSession, remoteSampler, type RemoteSampler } from './sampler.ts'
import type { Service } from './service.ts'
import { ForeignReplyError, RefusedError, TakenNameError } from './service-errors.ts'

interface OpenModelOptions {
  readonly baseModel: string
  /** Of the adapters; 0 is all parameters. */
  readonly rank: number
  readonly seed: number
  /** Trained weights with their optimiser; `null` starts from the base model. */
  readonly path: string | null
}

interface AdamParams {
  readonly learning_rate: number
  readonly beta1: number
  readonly beta2: number
  readonly eps: number
  readonly weight_decay: number
  /** 0 is none. */
  readonly grad_clip_norm: number
}

export interface TrainingModel {
  readonly id: string
  /** Whether the service knows a request again by its number: only then is one that changes the model ever sent twice. */
  readonly knowsAgain: boolean
  /** In which it takes passes. */
  readonly form: PassForm
  /** @returns the outputs of each datum. Changes nothing. */
  readonly forward: (data: readonly Datum[]) => Promise<ForwardBackwardOutput['outputs']>
  /**
   * Gradients of all data, and one update with their sum. From its beginning until it has ended well, the model is in an unknown
   * state: then it is lost.
   *
   * @throws {RefusedError} if the service refused the first request: nothing was done. @throws {LostModelError} else.
   */
  readonly train: (
    data: readonly Datum[],
    loss: { readonly fn: string; readonly config?: Readonly<Record<string, number>> },
    adam: AdamParams,
  ) => Promise<Readonly<Record<string, number>>>
  /** @returns where the service keeps the weights and the optimiser. */
  readonly saveWeights: () => Promise<string>
  /** A copy of the weights as they are now, to sample from. */
  readonly openSampler: () => Promise<RemoteSampler>
  /** Gives back the service's memory; never rejects. */
  readonly unload: () => Promise<void>
}

/** @throws {RefusedError} with the service's words if it does not make the model. */
export async function openTrainingModel(service: Service, options: OpenModelOptions): Promise<TrainingModel> {
  const id = await create(service, options)
  const requests = createModelRequests(service, id)
  /* Services take it as the first request alone. */
  if (options.path !== null) await requests.runJson('load_weights', { path: options.path, optimizer: true }, true)
  const { form, knowsAgain } = await agree(requests, id)
  let lost: LostModelError | null = null

  const requireUsable = (): void => {
    service.requireAlive()
    if (lost !== null) throw lost
  }
  const pass = async (request: Omit<ForwardBackwardRequest, 'modelId' | 'seqId'>, repeatable: boolean) => {
    const reply = await requests.run(seqId => passRequest(form, { ...request, modelId: id, seqId }), repeatable)
    return passOutput(reply, request.data.length)
  }
  return {
    id,
    knowsAgain,
    form,
    forward: async data => {
      requireUsable()
      const common = { lossFn: 'cross_entropy', lossFnConfig: {}, forwardOnly: true }
      const passes = inChunks(data).map(async chunk => (await pass({ ...common, data: chunk }, true)).outputs)
      return (await Promise.all(passes)).flat()
    },
    train: async (data, { fn, config = {} }, adam) => {
      requireUsable()
      let isTouched = false
      try {
        for (const chunk of inChunks(data)) {
          await pass({ data: chunk, lossFn: fn, lossFnConfig: config, forwardOnly: false }, knowsAgain)
          isTouched = true
        }
        const result = await requests.runJson('optim_step', { adam_params: adam }, knowsAgain)
        const { metrics } = understood('optim_step', () => updated.parse(result))
        return Object.fromEntries(Object.entries(metrics ?? {}).map(([name, value]) => [name, value ?? NaN]))
      } catch (thrown) {
        if (thrown instanceof RefusedError && !isTouched) throw thrown
        lost ??= new LostModelError(`it is unknown what the last update did to the model ${id}: ${reasonOf(thrown)}`)
        throw lost
      }
    },
    saveWeights: () => {
      requireUsable()
      return underFreeName(async () => {
        const path = `save-${service.nextNumber()}`
        const result = await requests.runJson('save_weights', { path }, true)
        return understood('save_weights', () => saved.parse(result).path)
      })
    },
    openSampler: async () => {
      requireUsable()
      const { path, sampling_session_id: ready } = await underFreeName(async () => {
        const body = { sampling_session_seq_id: service.nextNumber() }
        const result = await requests.runJson('save_weights_for_sampler', body, true)
        return understood('save_weights_for_sampler', () => forSampler.parse(result))
      })
      if ((ready ?? path ?? null) === null)
        throw new RefusedError('save_weights_for_sampler was answered with neither a path nor a session')
      return remoteSampler(service, ready ?? (await openSamplingSession(service, path ?? '')))
    },
    unload: async () => {
      lost ??= new LostModelError(`the model ${id} was unloaded`)
      const body = { model_id: id, type: 'unload_model' }
      await service.ask('unload_model', { json: body }, { repeatable: false, deadlineMs: 5000 }).catch(() => undefined)
    },
  }
}

/**
 * Finds out, by a pass that changes nothing, which form the service takes, and whether it knows a request again that is sent twice.
 *
 * @throws {RefusedError} if it takes neither.
 */
async function agree(
  requests: ModelRequests,
  id: string,
): Promise<{ readonly form: PassForm; readonly knowsAgain: boolean }> {
  const attempt = async (form: PassForm) => {
    const { knowsAgain, reply } = await requests.tryTwice(seqId => passRequest(form, { ...smallestPass(id), seqId }))
    passOutput(reply, 1)
    return { form, knowsAgain }
  }
  try {
    return await attempt('protobuf')
  } catch (thrown) {
    if (!(thrown instanceof RefusedError || thrown instanceof ForeignReplyError)) throw thrown
    return attempt('json')
  }
}

/** A request that was sent twice finds its own name taken, and the reply to the first is gone: once more, under another name. */
async function underFreeName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof TakenNameError)) throw thrown
    return work()
  }
}

async function create(service: Service, { baseModel, rank, seed }: OpenModelOptions): Promise<string> {
  const body = {
    session_id: service.sessionId,
    model_seq_id: service.nextNumber(),
    base_model: baseModel,
    user_metadata: {},
    lora_config: rank === 0 ? null : { rank, seed, train_unembed: false, train_mlp: true, train_attn: true },
    type: 'create_model',
  }
  const reply = await service.ask('create_model', { json: body }, { repeatable: true })
  const { request_id: requestId } = understood('create_model', () => promised.parse(reply))
  const result = created.safeParse(jsonReply('create_model', await service.result('create_model', requestId)))
  return result.success ? result.data.model_id : understood('create_model', () => created.parse(reply).model_id)
}
