/** Passes, updates, and weights that are saved and loaded. */
import { parseForwardBackward } from '../../engine/tinker/wire/json.ts'
import type { ForwardBackwardRequest } from '../../engine/tinker/wire/types.ts'
import { loadModel, loadModelConfig, saveModel } from '../../model/checkpoint.ts'
import { withoutOptimiser } from '../state/samplers.ts'
import { ownerOf, type ServerState } from '../state/server-state.ts'
import { json, type Reply } from '../state/reply.ts'
import * as bodies from './bodies.ts'
import type { Routes } from './route.ts'

/** Works on a pass. @param raw its body. */
export function passReply(server: ServerState, request: ForwardBackwardRequest, raw: Uint8Array): Reply {
  const model = server.model(request.modelId)
  const seq = request.seqId === 0 ? null : request.seqId
  return server.later(request.modelId, seq, raw, async () => ({
    output: await server.queue.do(() => model.passes(request)),
  }))
}

/** Of the model that a checkpoint is of; a guess where it is no longer there. */
function originOf(server: ServerState, path: string): { readonly baseModel: string; readonly rank: number } {
  return server.knownModel(ownerOf(path)) ?? { baseModel: server.firstBase(), rank: 32 }
}

const isForNewModel = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'model_seq_id' in value

function loadIntoNewModel(
  server: ServerState,
  {
    session_id: sessionId,
    model_seq_id: seq,
    base_model: base,
    path,
    optimizer,
  }: ReturnType<typeof bodies.modelOfWeights.parse>,
  raw: Uint8Array,
): Reply {
  server.heard(sessionId)
  const origin = originOf(server, path)
  const baseModel = base ?? origin.baseModel
  server.baseFolder(baseModel)
  const from = { folder: server.checkpointFolder(path, 'weights'), withOptimiser: optimizer }
  return server.later(`${sessionId}/models`, seq, raw, async () => {
    await server.openModel({ sessionId, seq, baseModel, rank: origin.rank, from })
    return { json: { type: 'load_weights', path } }
  })
}

export const trainingRoutes = (server: ServerState): Routes => ({
  forward: (value, raw) => passReply(server, { ...parseForwardBackward(value), forwardOnly: true }, raw),
  forward_backward: (value, raw) => passReply(server, parseForwardBackward(value), raw),
  optim_step: (value, raw) => {
    const { model_id: id, seq_id: seq, adam_params: adam } = bodies.optimStepBody.parse(value)
    const model = server.model(id)
    const settings = {
      learningRate: adam.learning_rate,
      beta1: adam.beta1,
      beta2: adam.beta2,
      epsilon: adam.eps,
      weightDecay: adam.weight_decay,
      clipNorm: adam.grad_clip_norm === 0 ? Infinity : adam.grad_clip_norm,
    }
    return server.later(id, seq, raw, async () => {
      const { step, gradientNorm } = await server.queue.do(() => model.update(settings))
      return { json: { type: 'optim_step', metrics: { grad_norm: gradientNorm, step } } }
    })
  },
  save_weights: (value, raw) => {
    const { model_id: id, seq_id: seq, path: name } = bodies.saveWeights.parse(value)
    const model = server.model(id)
    const path = `tinker://${id}/weights/${name}`
    return server.later(id, seq, raw, async () => {
      await server.queue.do(async () => saveModel(server.checkpointFolder(path, 'weights'), await model.save()))
      return { json: { type: 'save_weights', path } }
    })
  },
  load_weights: (value, raw) => {
    if (isForNewModel(value)) return loadIntoNewModel(server, bodies.modelOfWeights.parse(value), raw)
    const { model_id: id, seq_id: seq, path, optimizer } = bodies.loadWeightsBody.parse(value)
    const model = server.model(id)
    const from = server.checkpointFolder(path, 'weights')
    return server.later(id, seq, raw, async () => {
      await server.queue.do(async () => {
        const state = await loadModel(from)
        await server.samplers.keep(model.slot)
        await model.load(optimizer ? state : withoutOptimiser(state))
      })
      return { json: { type: 'load_weights', path } }
    })
  },
  save_weights_for_sampler: (value, raw) => {
    const { model_id: id, seq_id: seq, path: name } = bodies.saveForSampler.parse(value)
    const model = server.model(id)
    return server.later(id, seq, raw, async () => {
      const type = 'save_weights_for_sampler'
      if (name === null || name === undefined) {
        const session = await server.queue.do(async () => server.samplers.ofModel(model))
        return { json: { type, path: null, sampling_session_id: session } }
      }
      const path = `tinker://${id}/sampler_weights/${name}`
      const state = await server.queue.do(model.save)
      await saveModel(server.checkpointFolder(path, 'sampler_weights'), withoutOptimiser(state))
      return { json: { type, path, sampling_session_id: null } }
    })
  },
  weights_info: async value => {
    const { tinker_path: path } = bodies.weightsInfo.parse(value)
    const kind = path.includes('/sampler_weights/') ? 'sampler_weights' : 'weights'
    await loadModelConfig(server.checkpointFolder(path, kind))
    const { baseModel, rank } = originOf(server, path)
    return json({ base_model: baseModel, is_lora: true, lora_rank: rank })
  },
})
