/** Sessions and models. */
import type { ServerState } from '../state/server-state.ts'
import { json } from '../state/reply.ts'
import * as bodies from './bodies.ts'
import type { Routes } from './route.ts'

export const modelRoutes = (server: ServerState): Routes => ({
  'client/config': () =>
    json({ pjwt_auth_enabled: false, parallel_fwdbwd_chunks: false, proto_compress_fwdbwd: false }),
  'client/dynamic_config': () => json({ refresh_interval_sec: 3600 }),
  telemetry: () => json({ status: 'accepted' }),
  create_session: () => json({ type: 'create_session', session_id: server.openSession() }),
  session_heartbeat: value => {
    server.heard(bodies.ofSession.parse(value).session_id)
    return json({ type: 'session_heartbeat' })
  },
  create_model: (value, raw) => {
    const {
      session_id: sessionId,
      model_seq_id: seq,
      base_model: baseModel,
      lora_config: lora,
    } = bodies.createModel.parse(value)
    server.heard(sessionId)
    server.baseFolder(baseModel)
    return server.later(`${sessionId}/models`, seq, raw, async () => {
      const id = await server.openModel({ sessionId, seq, baseModel, rank: lora?.rank ?? 0 })
      return { json: { type: 'create_model', model_id: id } }
    })
  },
  get_info: value => {
    const { model_id: id } = bodies.ofModel.parse(value)
    const { baseModel, rank } = server.model(id)
    const data = { arch: baseModel, model_name: baseModel, base_model: baseModel, tokenizer_id: baseModel }
    return json({
      type: 'get_info',
      model_id: id,
      model_data: data,
      model_name: baseModel,
      is_lora: rank > 0,
      lora_rank: rank,
    })
  },
  unload_model: (value, raw) => {
    const { model_id: id } = bodies.ofModel.parse(value)
    server.model(id)
    return server.later(id, null, raw, async () => {
      await server.unload(id)
      return { json: { type: 'unload_model', model_id: id } }
    })
  },
})
