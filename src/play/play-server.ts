/** Serves the page of a world to the browser of this machine, and grades the actions there. */
import { isError, isRangeError } from '../contracts/built-in-error.ts'
import { reasonOf } from '../contracts/failure.ts'
import type { PersonEpisode, PersonStatus, PlayablePage } from '../contracts/worlds/playable-page.ts'
import { loopback, ownPageHeaders } from '../network/own-page.ts'
import type { ReceivedRequest } from '../network/received-request.ts'
import { RefusedRequest } from '../network/refused-request.ts'
import { jsonAnswer, plainAnswer, type HttpAnswer } from '../network/answer.ts'
import { serveHttp, type Listening } from '../network/serve.ts'

/** `url` is of the page, e.g. `http://127.0.0.1:8765/`. */
export type PlayServer = Listening

interface PlayOptions {
  readonly page: PlayablePage
  /** Of the world. */
  readonly task: unknown
  /** Of this machine; 0 for any that is free. */
  readonly port: number
  /** Called after each event, and with no steps when the page was loaded and all begins anew. */
  readonly onStatus: (standing: PersonStatus) => void
}

/**
 * Listens on this machine only.
 *
 * @throws {RangeError} if the port is taken, or the task is none of the world.
 */
export async function servePlay({ page, task, port, onStatus }: PlayOptions): Promise<PlayServer> {
  let episode: PersonEpisode = page.begin(task)

  const act = (body: Buffer): HttpAnswer => {
    try {
      const standing = episode.act(JSON.parse(body.toString('utf8')))
      onStatus(standing)
      return jsonAnswer(standing)
    } catch (thrown) {
      if (isRangeError(thrown) || (isError(thrown) && thrown.name === 'SyntaxError'))
        throw new RefusedRequest(400, reasonOf(thrown))
      throw thrown
    }
  }
  const answer = ({ method, path, body }: ReceivedRequest): HttpAnswer => {
    if (path === '/events' && method === 'POST') return act(body)
    if (path === '/events') throw new RefusedRequest(405, 'Events are sent by POST.')
    if (method !== 'GET') throw new RefusedRequest(405, 'Files are asked for by GET.')
    if (path === '/begun.json') {
      episode = page.begin(task)
      onStatus({ won: false, steps: 0 })
      return jsonAnswer(episode.opening)
    }
    const file = page.file(path)
    if (file === null) throw new RefusedRequest(404, 'There is no such file.')
    return { status: 200, ...file }
  }
  const server = await serveHttp({
    ...{ host: loopback, port, key: null, maxBodyBytes: 65_536 },
    refusal: ({ status, reason }) => ({ ...plainAnswer(status, reason), headers: ownPageHeaders }),
    handle: request => ({ ...answer(request), headers: ownPageHeaders }),
  })
  return { ...server, url: `${server.url}/` }
}
