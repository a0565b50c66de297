/** Serves the page of a world to the browser of this machine, and judges what is done there. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { reasonOf } from '../contracts/failure.ts'
import type { PersonEpisode, PersonStanding, PlayablePage } from '../contracts/worlds/playable-page.ts'
import { bodyOf } from '../network/body-of.ts'
import { listenAt } from '../network/listen.ts'
import { foreignTo, loopback, ownPageHeaders } from '../network/own-page.ts'
import { isError, isRangeError } from '../contracts/built-in-error.ts'

export interface PlayServer {
  /** Where the page is, e.g. `http://127.0.0.1:8765/`. */
  readonly url: string
  readonly close: () => Promise<void>
}

export interface PlayOptions {
  readonly page: PlayablePage
  /** Of the world. */
  readonly task: unknown
  /** Of this machine; 0 for any that is free. */
  readonly port: number
  /** Called after each event, and with no steps when the page was loaded and all begins anew. */
  readonly onStanding: (standing: PersonStanding) => void
}

/** Bytes of an event. */
const mostBytes = 65_536
/** Most milliseconds for answers that are on their way when the server closes. */
const lingerMs = 1000

const headers = { ...ownPageHeaders, Connection: 'close' }

/** An answer: a file, or a status without one. */
interface Answer {
  readonly status: number
  readonly body: string | Buffer
  readonly type: string
}

const refusal = (status: number, reason: string): Answer => ({ status, body: `${reason}\n`, type: 'text/plain' })
const json = (value: unknown): Answer => ({ status: 200, body: JSON.stringify(value), type: 'application/json' })

/**
 * Listens on this machine only.
 *
 * @throws {RangeError} if the port is taken, or the task is none of the world.
 */
export async function servePlay({ page, task, port: asked, onStanding }: PlayOptions): Promise<PlayServer> {
  let episode: PersonEpisode = page.begin(task)
  let port = 0

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { method = '', url = '', headers: given } = request
    const foreign = foreignTo(port, given)
    if (foreign !== null) return refusal(403, foreign)
    if (url === '/events') return method === 'POST' ? judge(request) : refusal(405, 'Events are sent by POST.')
    if (method !== 'GET') return refusal(405, 'Files are asked for by GET.')
    if (url === '/begun.json') {
      episode = page.begin(task)
      onStanding({ won: false, steps: 0 })
      return json(episode.opening)
    }
    const file = page.file(url)
    return file === null ? refusal(404, 'There is no such file.') : { status: 200, ...file }
  }
  const judge = async (request: IncomingMessage): Promise<Answer> => {
    if (request.headers['content-type'] !== 'application/json') return refusal(415, 'An event is JSON.')
    const body = await bodyOf(request, mostBytes)
    if (body === null) return refusal(413, `An event has at most ${mostBytes} bytes.`)
    try {
      const standing = episode.act(JSON.parse(body.toString('utf8')))
      onStanding(standing)
      return json(standing)
    } catch (thrown) {
      if (isRangeError(thrown) || (isError(thrown) && thrown.name === 'SyntaxError'))
        return refusal(400, reasonOf(thrown))
      throw thrown
    }
  }
  const respond = (response: ServerResponse, { status, body, type }: Answer): void => {
    response.writeHead(status, { ...headers, 'Content-Type': type })
    response.end(body)
  }

  const server = createServer((request, response) => {
    answer(request).then(
      given => respond(response, given),
      (thrown: unknown) => respond(response, refusal(500, reasonOf(thrown))),
    )
  })
  const place = await listenAt(server, { host: loopback, port: asked })
  port = place.port
  return {
    url: `${place.url}/`,
    close: () =>
      new Promise(resolve => {
        /* The last answer is still on its way. */
        const late = setTimeout(() => server.closeAllConnections(), lingerMs)
        server.close(() => {
          clearTimeout(late)
          resolve()
        })
      }),
  }
}
