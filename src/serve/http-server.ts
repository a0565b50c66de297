/** The server's place on the network. */
import { serveHttp, type Listening, type ServeHttpOptions } from '../network/serve.ts'
import { jsonAnswer } from '../network/answer.ts'
import { protobufType } from '../engine/tinker/wire/types.ts'
import type { TinkerServer } from './tinker-server.ts'

export type ListenOptions = Pick<ServeHttpOptions, 'host' | 'port' | 'names' | 'key'>

/** @throws {RangeError} if the port is taken, or the key is empty. */
export const listen = (server: TinkerServer, options: ListenOptions): Promise<Listening> =>
  serveHttp({
    ...options,
    maxBodyBytes: 2 ** 26,
    types: ['application/json', protobufType],
    /* Clients keep a connection open for less than this, and send whole batches. */
    limits: { idleMs: 75_000, bodyMs: 120_000 },
    refusal: ({ status, reason }) => jsonAnswer({ detail: reason }, status),
    handle: async ({ method, path, headers, type, body }) => {
      const accept = headers.accept ?? ''
      const { contentType, ...reply } = await server.handle({ method, path, contentType: type, accept, body })
      return { ...reply, type: contentType }
    },
  })
