/**
 * An engine that is a service with the Tinker API: it samples, scores and trains; contexts, losses and checks stay here. Nothing
 * of a model is changed but by `optimStep`, which sends the gradients of all that was added up since the last one and has them
 * applied at once. Weights never come here: folders and snapshots name where the service keeps them.
 */
import { loaded } from '../semantics/loaded.ts'
import type { ModelEngine } from '../../contracts/models/model-engine.ts'
import type { Normalisation } from '../../contracts/models/engine-names.ts'
import type { AdamwSettings, Sample, SampleRequest } from '../../contracts/models/device.ts'
import type { ModelReference, RemoteModel } from '../../contracts/models/model-reference.ts'
import { nth } from '../../math/nth.ts'
import { loadModelConfig } from '../../model/checkpoint.ts'
import { readRemoteModel, saveRemoteOnce } from '../../model/remote-model.ts'
import { checkBatch, checkExample, checkSequence, checkUpdate } from '../semantics/check.ts'
import { NonFiniteError } from '../semantics/non-finite-error.ts'
import { objectiveRule } from '../semantics/objective-rule.ts'
import { createServiceCounter, type ServiceCounter } from '../queue/service-counter.ts'
import { addSums, zeroSums } from '../semantics/sums.ts'
import { createRemoteContexts, type RemoteContexts } from './remote-contexts.ts'
import { chainsOf } from './data/chains.ts'
import { checkDatums } from './data/datums.ts'
import { gathered, pendingOf, updateData, type PendingChain } from './data/pending.ts'
import { scored } from './scored.ts'
import { sampleOf } from './sample-of.ts'
import { countedModel } from './service/counted-model.ts'
import { openService, type Service, type ServiceOptions } from './service/service.ts'
import type { RemoteSampler } from './service/sampler.ts'
import { openTrainingModel, type TrainingModel } from './service/training-model.ts'

/** As plain data. */
export interface TinkerEngineOptions extends Pick<ServiceOptions, 'url' | 'deadlineMs' | 'maxConcurrent'> {
  /** Environment variable that holds the key. */
  readonly keyVariable: string
  /** The service's model that every model starts from; `null` if it has just one. */
  readonly baseModel: string | null
  /** The same for single models, by their names. */
  readonly baseModels: Readonly<Record<string, string>>
  readonly rank: number
  readonly seed: number
  readonly normalisation: Normalisation
}

/** Given by tests. */
type ServiceSurroundings = Pick<ServiceOptions, 'scheduler' | 'fetch'> & {
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** Of a model: as many as a run may still return to. */
const maxSpare = 4

interface Known {
  readonly config: RemoteModel['config']
  readonly baseModel: string
  readonly training: TrainingModel
  readonly counter: ServiceCounter
  readonly contexts: RemoteContexts
  /** Paths of its snapshots that no folder names, the oldest first: the last saved is kept, for however long it stays the last. */
  readonly spare: string[]
  /** Updates made by its optimiser. */
  step: number
  pending: PendingChain[]
  /** Σ of the weights of pending data. */
  weight: number
  /** Of the weights as they are; `null` until something is sampled from them. */
  sampler: RemoteSampler | null
  /** Where the weights are kept as they are; `null` if they were not saved since the last update. */
  saved: RemoteModel | null
  /** The last that was saved, whatever came after. */
  lastSaved: RemoteModel
}

/** Whether it is finite as a float32 too, which is how it travels. */
const isFinite32 = (value: number): boolean => Number.isFinite(Math.fround(value))

/** Names under which an update reports the norm of its gradient. */
const normName = /(^|[./])grad(ient)?_norm(:.*)?$/

/** @throws {Error} if the service cannot be reached. @throws {RangeError} if the address is none. */
export async function createTinkerEngine(
  options: TinkerEngineOptions,
  { environment = process.env, ...surroundings }: ServiceSurroundings = {},
): Promise<ModelEngine> {
  const { url, deadlineMs, maxConcurrent, normalisation } = options
  const key = environment[options.keyVariable] ?? ''
  const service = await openService({ url, key, deadlineMs, maxConcurrent, ...surroundings })
  const models = new Map<string, Known>()

  const known = (name: string): Known => loaded(models, name, 'model')
  const snapshot = async (name: string): Promise<RemoteModel> => {
    const model = known(name)
    if (model.saved !== null) return model.saved
    const path = await model.training.saveWeights()
    model.saved = { ...model.lastSaved, path, step: model.step }
    model.lastSaved = model.saved
    model.spare.push(path)
    for (const oldest of model.spare.splice(0, model.spare.length - maxSpare)) await service.discard(oldest)
    return model.saved
  }

  return {
    traits: { reproducible: false, durable: false, branches: true, clips: false, entropy: false },
    load: async (name, reference) => {
      const from = await remoteModelOf(reference, options.baseModels[name] ?? options.baseModel, service)
      const contextTokens = contextOf(from, service)
      const opened = await openTrainingModel(service, { ...options, baseModel: from.baseModel, path: from.path })
      const before = models.get(name)
      const { counter, spare } = before ?? { counter: createServiceCounter(), spare: [] }
      const training = countedModel(opened, counter)
      await before?.training.unload()
      models.set(name, knownOf(from, contextTokens, { training, counter, spare }))
      return { contextTokens }
    },
    sample: async (name, requests) => {
      const model = known(name)
      checkBatch('requests', requests)
      const sampler = (model.sampler ??= await model.training.openSampler())
      const draw = async (prompt: Int32Array, request: SampleRequest): Promise<readonly Sample[]> =>
        sampleOf({ name, config: model.config, version: model.step }, sampler, prompt, request)
      return model.contexts.sample(requests, model.config, draw)
    },
    release: async (name, sequenceIds) => known(name).contexts.release(sequenceIds),
    logprobs: async (name, sequences) => {
      const { config, training } = known(name)
      checkBatch('sequences', sequences)
      for (const sequence of sequences) checkSequence(config, sequence)
      const chains = await scored({ name, config, training }, sequences.map(chainsOf))
      return sequences.map(({ tokens }, index) => gathered(tokens.length, nth(chains, index)))
    },
    forwardBackward: async (name, examples, objective) => {
      const model = known(name)
      const { config, training } = model
      checkBatch('examples', examples)
      for (const example of examples) checkExample(config, example, objective.kind)
      const rule = await objectiveRule(objective)
      const chains = await scored(
        { name, config, training },
        examples.map(({ sequence }) => chainsOf(sequence)),
      )
      const all = examples.map((example, index) => pendingOf(example, nth(chains, index), rule))
      const sums = { ...zeroSums(), entropy: null }
      for (const { sums: own } of all) addSums(sums, own)
      const pending = all.flatMap(each => each.chains)
      const isSendable = pending.every(({ gradient }) => gradient.every(isFinite32))
      if (!Number.isFinite(sums.loss) || !isSendable) throw new NonFiniteError(name, ['the gradient of the loss'])
      model.pending.push(...pending)
      model.weight += sums.weight
      return sums
    },
    optimStep: async (name, update) => {
      const model = known(name)
      checkUpdate(update)
      if (model.pending.length === 0) throw new RangeError(`nothing is accumulated for the model ${name}`)
      const data = updateData(model.pending, model.weight, normalisation)
      checkDatums(data, model.config)
      const gradientNorm = await updated(name, model, data, update)
      return { step: model.step, gradientNorm }
    },
    save: async (name, folder, { tokenizer, chat }) => {
      const model = await snapshot(name)
      const { spare } = known(name)
      spare.splice(0, Infinity, ...spare.filter(path => path !== model.path))
      await saveRemoteOnce(folder, model, { ...(tokenizer && { tokenizer }), ...(chat && { chat }) })
    },
    snapshot: async name => ({ kind: 'remote', model: await snapshot(name) }),
    serviceUse: () => [...models].map(([name, { counter }]) => counter.flush(name)),
    close: async () => {
      const unloads = [...models.values()].map(({ training }) => training.unload())
      models.clear()
      await Promise.all(unloads)
      service.close()
    },
  }
}

const knownOf = (
  from: RemoteModel,
  contextTokens: number,
  own: Pick<Known, 'training' | 'counter' | 'spare'>,
): Known => ({
  ...own,
  config: { ...from.config, max_position_embeddings: contextTokens },
  baseModel: from.baseModel,
  contexts: createRemoteContexts(),
  step: from.step,
  pending: [],
  weight: 0,
  sampler: null,
  saved: from.path === null ? null : from,
  lastSaved: from,
})

/** @returns the norm of the gradient, `null` if the service does not report it. @throws {NonFiniteError} if it is not finite. */
async function updated(
  name: string,
  model: Known,
  data: Parameters<TrainingModel['train']>[0],
  update: AdamwSettings,
): Promise<number | null> {
  const adam = {
    learning_rate: update.learningRate,
    beta1: update.beta1,
    beta2: update.beta2,
    eps: update.epsilon,
    weight_decay: update.weightDecay,
    grad_clip_norm: Number.isFinite(update.clipNorm) ? update.clipNorm : 0,
  }
  const metrics = await model.training.train(data, { fn: 'importance_sampling' }, adam)
  model.pending = []
  model.weight = 0
  model.step += 1
  model.sampler = null
  model.saved = null
  const norm = Object.entries(metrics).find(([metric]) => normName.test(metric))?.[1] ?? null
  if (norm !== null && !Number.isFinite(norm)) {
    await model.training.unload()
    /* What is left of it is what was saved last. */
    model.saved = model.lastSaved
    throw new NonFiniteError(name, ['the gradient on the service'])
  }
  return norm
}

/** @param baseModel by the settings; `null` if they name none. */
async function remoteModelOf(
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

const serviceKind = 'tinker'

/** Some services make a model of whatever name they are given. @throws {RangeError} if the service does not have the base model. */
function contextOf({ baseModel, config }: RemoteModel, { supported }: Service): number {
  const own = supported.find(({ name }) => name === baseModel)
  if (own === undefined)
    throw new RangeError(
      `engine.tinker.baseModel must be one of ${supported.map(({ name }) => name).join(', ')}, the models of the service, got ${baseModel}`,
    )
  return Math.min(own.contextTokens ?? Infinity, config.max_position_embeddings)
}
