/**
 * An engine that is a service with the Tinker API: it samples, scores and trains; contexts, losses and checks stay here. Nothing
 * of a model is changed but by `optimStep`, which sends the gradients of all that was added up since the last one and has them
 * applied at once. Weights never come here: folders and snapshots name where the service keeps them.
 *
 * Calls may overlap. Those of a model are done in their order; samples wait for none but the opening of their weights, so that they are
 * drawn from the old ones while an update goes on, and the first after it from the new ones.
 */
import { loaded } from '../semantics/loaded.ts'
import type { ModelEngine } from '../../contracts/models/model-engine.ts'
import type { Normalisation } from '../../contracts/models/engine-names.ts'
import type { AdamwSettings, Sample, SampleRequest } from '../../contracts/models/device.ts'
import type { RemoteModel } from '../../contracts/models/model-reference.ts'
import { nth } from '../../math/nth.ts'
import { saveRemoteOnce } from '../../model/remote-model.ts'
import { checkBatch, checkExample, checkSequence, checkUpdate } from '../semantics/check.ts'
import { NonFiniteError } from '../semantics/non-finite-error.ts'
import { objectiveRule } from '../semantics/objective-rule.ts'
import { createServiceCounter, type ServiceCounter } from '../queue/service-counter.ts'
import { addSums, zeroSums } from '../semantics/sums.ts'
import { createOrder, ordered } from './in-order.ts'
import { createRemoteContexts, type RemoteContexts } from './remote-contexts.ts'
import { remoteContextOf, remoteModelOf } from './remote-model-of.ts'
import { chainsOf } from './data/chains.ts'
import { checkDatums } from './data/datums.ts'
import { gathered, pendingOf, updateData, type PendingChain } from './data/pending.ts'
import { scored } from './scored.ts'
import { sampleOf } from './sample-of.ts'
import { countedModel } from './service/counted-model.ts'
import { openService, type ServiceOptions } from './service/service.ts'
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
  /** Of the weights as they are after so many updates; `null` until something is sampled from them. */
  sampler: { readonly of: RemoteSampler; readonly step: number } | null
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
  const inOrder = createOrder()

  const known = (name: string): Known => knownIn(models, name)
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
  const sampled = withSampler(models, inOrder)

  const engine: ModelEngine = {
    traits: { reproducible: false, durable: false, branches: true, clips: false, entropy: false },
    load: async (name, reference) => {
      const from = await remoteModelOf(reference, options.baseModels[name] ?? options.baseModel, service)
      const contextTokens = remoteContextOf(from, service)
      const opened = await openTrainingModel(service, { ...options, baseModel: from.baseModel, path: from.path })
      const before = models.get(name)
      const { counter, spare } = before ?? { counter: createServiceCounter(), spare: [] }
      const training = countedModel(opened, counter)
      await before?.training.unload()
      models.set(name, knownOf(from, contextTokens, { training, counter, spare }))
      return { contextTokens }
    },
    sample: async (name, requests) => {
      checkBatch('requests', requests)
      const { config, contexts, sampler } = await sampled(name)
      const draw = async (prompt: Int32Array, request: SampleRequest): Promise<readonly Sample[]> =>
        sampleOf({ name, config, version: sampler.step }, sampler.of, prompt, request)
      return contexts.sample(requests, config, draw)
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
  return ordered(engine, inOrder, name => {
    const before = models.get(name)
    if (before !== undefined) before.sampler = null
  })
}

const knownIn = (models: ReadonlyMap<string, Known>, name: string): Known => loaded(models, name, 'model')

interface Sampled extends Known {
  readonly sampler: NonNullable<Known['sampler']>
}

/** @returns gives a model with its sampler, at hand or opened after the calls before. */
const withSampler =
  (models: ReadonlyMap<string, Known>, inOrder: ReturnType<typeof createOrder>) =>
  async (name: string): Promise<Sampled> => {
    const model = models.get(name)
    if (model !== undefined && model.sampler !== null) return { ...model, sampler: model.sampler }
    return inOrder(name, async () => {
      const opened = knownIn(models, name)
      opened.sampler ??= { of: await opened.training.openSampler(), step: opened.step }
      return { ...opened, sampler: opened.sampler }
    })
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
