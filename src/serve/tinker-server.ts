/**
 * A small server of the Tinker API in front of a device: sample, forward, forward_backward, optim_step, save and load, for a few
 * models at once. All parameters are trained, whatever the rank of the adapter that is asked for. Requests are answered at once with
 * a number, by which the result is asked for; one that is sent again with its number is not worked on again.
 */
import type { SchedulerLike } from '../streams/rxjs.ts'
import { decodeForwardBackward } from '../engine/tinker/wire/forward-backward-protobuf.ts'
import { protobufType } from '../engine/tinker/wire/types.ts'
import { loadModelConfig } from '../model/checkpoint.ts'
import { awakeTime } from '../runtime/waiting/awake-time.ts'
import { retrieveFuture } from './routes/bodies.ts'
import { modelRoutes } from './routes/models.ts'
import type { Routes } from './routes/route.ts'
import { samplingRoutes } from './routes/sampling.ts'
import { passReply, trainingRoutes } from './routes/training.ts'
import { createServerState, type ServerStateOptions } from './state/server-state.ts'
import { RefusedRequest } from '../network/refused-request.ts'
import { json, type Reply } from './state/reply.ts'
import { isError, isRangeError } from '../contracts/built-in-error.ts'
import { reasonOf } from '../contracts/failure.ts'

export interface TinkerServerOptions extends Pick<ServerStateOptions, 'device' | 'models' | 'folder'> {
  /** Models that can be trained at once, 6. */
  readonly maxModels?: number
  /** Longest silence after which a session's models may be unloaded, 5 minutes. */
  readonly silenceMs?: number
  /** Keys the samples of requests that name no seed. */
  readonly seed?: number
  readonly scheduler?: SchedulerLike
}

interface ServedRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly contentType: string
  readonly accept: string
  readonly body: Uint8Array
}

export interface TinkerServer {
  /** Never rejects: whatever is wrong is a reply. */
  readonly handle: (request: ServedRequest) => Promise<Reply>
  /** Resolves when the device has nothing left to do. */
  readonly idle: () => Promise<void>
}

export function createTinkerServer({
  device,
  models,
  folder,
  maxModels = 6,
  silenceMs = 300_000,
  seed = 1,
  scheduler = awakeTime(),
}: TinkerServerOptions): TinkerServer {
  const server = createServerState({ device, models, folder, maxModels, silenceMs, scheduler })
  const posts: Routes = { ...modelRoutes(server), ...trainingRoutes(server), ...samplingRoutes(server, seed) }

  const route = async ({ method, path, contentType, accept, body }: ServedRequest): Promise<Reply> => {
    const [plain = ''] = path.split('?')
    const name = plain.replace(/^\/api\/v1\//, '')
    if (method === 'GET' && name === 'healthz') return json({ status: 'ok' })
    if (method === 'GET' && name === 'get_server_capabilities')
      return json({ supported_models: await supported(models) })
    if (method === 'POST' && name === 'forward_backward' && contentType === protobufType)
      return passReply(server, decodeForwardBackward(body), body)
    if (method === 'POST' && name === 'retrieve_future')
      return server.retrieve(retrieveFuture.parse(parsed(body)).request_id, accept)
    const post = method === 'POST' && Object.hasOwn(posts, name) ? posts[name] : undefined
    if (post === undefined) throw new RefusedRequest(404, `there is no ${method} ${plain}`)
    return post(parsed(body), body)
  }
  return {
    handle: async request => {
      try {
        return await route(request)
      } catch (thrown) {
        if (thrown instanceof RefusedRequest) return json({ detail: thrown.message }, thrown.status)
        if (isRangeError(thrown)) return json({ detail: thrown.message }, 400)
        if (isError(thrown) && thrown.name === 'ZodError') return json({ detail: thrown.message }, 422)
        return json({ detail: reasonOf(thrown) }, 500)
      }
    },
    idle: server.queue.idle,
  }
}

const supported = (folders: Readonly<Record<string, string>>) =>
  Promise.all(
    Object.entries(folders).map(async ([name, from]) => ({
      model_name: name,
      max_context_length: (await loadModelConfig(from)).max_position_embeddings,
    })),
  )

function parsed(body: Uint8Array): unknown {
  if (body.length === 0) return {}
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new RefusedRequest(422, 'the body is not JSON')
  }
}
