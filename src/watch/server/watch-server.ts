/** Serves the page and its data to the browser of this machine. */
import { loopback, ownPageHeaders } from '../../network/own-page.ts'
import type { ReceivedRequest } from '../../network/received-request.ts'
import { RefusedRequest } from '../../network/refused-request.ts'
import { plainAnswer, type HttpAnswer } from '../../network/answer.ts'
import { serveHttp, type Listening } from '../../network/serve.ts'
import { RunDirectoryError } from '../../run/directory/records/run-directory-error.ts'
import type { IdleGate } from '../folder/idle-gate.ts'
import type { EventStreams } from './event-stream.ts'
import type { BuiltFile } from './page-files.ts'
import type { WatchRoute } from './routes.ts'

/** `url` is of the page, e.g. `http://127.0.0.1:8765/`. */
export type WatchServer = Listening

interface WatchServerOptions {
  /** Of this machine; 0 for any that is free. */
  readonly port: number
  readonly files: ReadonlyMap<string, BuiltFile>
  readonly routes: ReadonlyMap<string, WatchRoute>
  /** Passes on what a person says of a session. */
  readonly tell: (request: ReceivedRequest) => Promise<HttpAnswer>
  readonly streams: EventStreams
  readonly idleGate: Pick<IdleGate, 'enter' | 'opening'>
}

/**
 * Listens on this machine only.
 *
 * @throws {RangeError} if the port is taken.
 */
export async function serveWatch({
  port,
  files,
  routes,
  tell,
  streams,
  idleGate,
}: WatchServerOptions): Promise<WatchServer> {
  const answer = async (request: ReceivedRequest): Promise<HttpAnswer> => {
    const { method, path, query } = request
    if (method === 'POST' && path === '/api/word') return tell(request)
    if (method !== 'GET' && method !== 'HEAD') throw new RefusedRequest(405, 'There is nothing to change: ask by GET.')
    if (path === '/api/events') return method === 'GET' ? events(streams) : plainAnswer(200, '')
    if (path === '/') idleGate.opening()
    const file = files.get(path)
    if (file !== undefined) return { status: 200, ...file }
    const route = routes.get(path)
    if (route === undefined) throw new RefusedRequest(404, 'There is no such page.')
    return route(query)
  }
  const server = await serveHttp({
    ...{ host: loopback, port, key: null, maxBodyBytes: 1 << 14 },
    refusal: ({ status, reason }) => ({ ...plainAnswer(status, reason), headers: ownPageHeaders }),
    handle: async request => {
      const leave = idleGate.enter()
      try {
        const reply = await answer(request)
        return { ...reply, headers: { ...ownPageHeaders, ...reply.headers } }
      } catch (thrown) {
        if (thrown instanceof RunDirectoryError) throw new RefusedRequest(409, thrown.message)
        throw thrown
      } finally {
        leave()
      }
    },
  })
  return {
    url: `${server.url}/`,
    close: () => {
      streams.close()
      return server.close()
    },
  }
}

const events = (streams: EventStreams): HttpAnswer => ({
  status: 200,
  type: 'text/event-stream',
  body: streams.open() ?? ': there are too many pages\n\n',
})
