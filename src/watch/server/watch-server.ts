/** Serves the page and its data to the browser of this machine. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { reasonOf } from '../../contracts/failure.ts'
import { listenAt } from '../../network/listen.ts'
import { foreignTo, loopback, ownPageHeaders as headers } from '../../network/own-page.ts'
import { RunDirectoryError } from '../../run/directory/records/run-directory-error.ts'
import { RefusedRequest, textAnswer, type WatchAnswer } from './answer.ts'
import type { EventStreams } from './event-stream.ts'
import type { BuiltFile } from './page-files.ts'
import type { Courtesy } from '../folder/courtesy.ts'
import type { WatchRoute } from './routes.ts'

export interface WatchServer {
  /** Where the page is, e.g. `http://127.0.0.1:8765/`. */
  readonly url: string
  readonly close: () => Promise<void>
}

export interface WatchServerOptions {
  /** Of this machine; 0 for any that is free. */
  readonly port: number
  readonly files: ReadonlyMap<string, BuiltFile>
  readonly routes: ReadonlyMap<string, WatchRoute>
  readonly streams: EventStreams
  readonly courtesy: Pick<Courtesy, 'enter' | 'opening'>
}

/**
 * Listens on this machine only.
 *
 * @throws {RangeError} if the port is taken.
 */
export async function serveWatch({
  port: asked,
  files,
  routes,
  streams,
  courtesy,
}: WatchServerOptions): Promise<WatchServer> {
  let port = 0

  const answer = async ({
    method = '',
    url = '',
    headers: given,
  }: IncomingMessage): Promise<WatchAnswer | 'stream'> => {
    const foreign = foreignTo(port, given)
    if (foreign !== null) throw new RefusedRequest(403, foreign)
    if (method !== 'GET' && method !== 'HEAD') throw new RefusedRequest(405, 'There is nothing to change: ask by GET.')
    const { pathname, searchParams } = addressOf(url)
    if (pathname === '/api/events') return method === 'GET' ? 'stream' : textAnswer(200, '')
    if (pathname === '/') courtesy.opening()
    const file = files.get(pathname)
    if (file !== undefined) return { status: 200, ...file }
    const route = routes.get(pathname)
    if (route === undefined) throw new RefusedRequest(404, 'There is no such page.')
    return route(searchParams)
  }

  const server = createServer((request, response) => {
    const leave = courtesy.enter()
    answer(request)
      .catch(refusalOf)
      .finally(leave)
      .then(given =>
        given === 'stream' ? stream(streams, response) : send(response, given, request.method === 'HEAD'),
      )
      /* The browser has left. */
      .catch(() => void response.destroy())
  })
  const place = await listenAt(server, { host: loopback, port: asked })
  port = place.port
  return {
    url: `${place.url}/`,
    close: () =>
      new Promise(resolve => {
        streams.close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** @throws {RefusedRequest} 400 if it is no address of this server. */
function addressOf(url: string): URL {
  const address = url.startsWith('/') && !url.startsWith('//') ? url : null
  try {
    if (address !== null) return new URL(address, `http://${loopback}`)
  } catch {
    /* Refused below. */
  }
  throw new RefusedRequest(400, 'That is no address.')
}

function refusalOf(thrown: unknown): WatchAnswer {
  if (thrown instanceof RefusedRequest) return textAnswer(thrown.status, thrown.message)
  if (thrown instanceof RunDirectoryError) return textAnswer(409, thrown.message)
  return textAnswer(500, reasonOf(thrown))
}

async function send(
  response: ServerResponse,
  { status, type, body, saveAs }: WatchAnswer,
  isHead: boolean,
): Promise<void> {
  const saved = saveAs === undefined ? {} : { 'Content-Disposition': `attachment; filename="${plainName(saveAs)}"` }
  response.writeHead(status, { ...headers, ...saved, 'Content-Type': type })
  if (isHead) return void response.end()
  if (typeof body === 'string' || Buffer.isBuffer(body)) return void response.end(body)
  await pipeline(Readable.from(body), response)
}

/** Letters that mean nothing to any system or header. */
const plainName = (name: string): string => name.replace(/[^A-Za-z0-9._-]+/g, '-')

function stream(streams: EventStreams, response: ServerResponse): Promise<void> | void {
  response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream' })
  response.flushHeaders()
  if (!streams.open(response)) response.end(': there are too many pages\n\n')
}
