/** The one way in which anything here listens: guarded, bounded, with an end. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hostname } from 'node:os'
import type { Duplex } from 'node:stream'
import { endFaultyRequests } from './client-errors.ts'
import { isLoopback, refusalOf, type Guarded, type HttpRefusal } from './guard.ts'
import { listenAt, type ServerPlace } from './listen.ts'
import { receive, type ReceivedRequest } from './received-request.ts'
import { RefusedRequest } from './refused-request.ts'
import { hangUp, sendAnswer, type HttpAnswer, type WholeAnswer } from './answer.ts'

interface ServeLimits {
  /** Milliseconds for the head of a request, from the first byte or the connection on. */
  readonly headMs: number
  /** Milliseconds for its body, and those without progress after which a client that does not read is let go. */
  readonly bodyMs: number
  /** Milliseconds that a connection without a request is kept. */
  readonly idleMs: number
  /** Milliseconds for answers that are under way when the server closes, or that are given before a request has ended. */
  readonly lingerMs: number
  /** Most connections at once; more are dropped. */
  readonly connections: number
}

export interface ServeHttpOptions
  extends ServerPlace, Pick<Guarded, 'key' | 'liveness' | 'maxBodyBytes' | 'portOptional'> {
  /** Names besides addresses by which it may be called. */
  readonly names?: readonly string[] | undefined
  /** Media types of bodies: JSON. */
  readonly types?: readonly string[]
  readonly limits?: Partial<ServeLimits> | undefined
  /** A refusal in the form of the protocol. */
  readonly refusal: (refusal: HttpRefusal) => WholeAnswer
  /** Is asked by nothing that the guard refuses; a `RefusedRequest` that it throws is a refusal, anything else one of status 500. */
  readonly handle: (request: ReceivedRequest) => HttpAnswer | Promise<HttpAnswer>
  /** Takes over the connection of a request that asks for a WebSocket. @returns the refusal if it does not. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => HttpRefusal | null
}

export interface Listening {
  /** Address for clients, without a path. */
  readonly url: string
  /** Takes no more requests, and ends all connections once their answers are sent, or after a time. */
  readonly close: () => Promise<void>
}

const usualLimits: ServeLimits = { headMs: 10_000, bodyMs: 30_000, idleMs: 5000, lingerMs: 1000, connections: 256 }

/** @throws {RangeError} if the port is taken or not allowed, or the key is empty. */
export async function serveHttp(options: ServeHttpOptions): Promise<Listening> {
  const {
    host,
    key,
    liveness,
    maxBodyBytes,
    portOptional = false,
    types = ['application/json'],
    refusal,
    handle,
    upgrade,
  } = options
  if ([key].flat().includes('')) throw new RangeError('key must not be empty')
  /* Late: it reads the client of HTTP, too, which those who serve nothing would wait for. */
  const http = await import('node:http')
  const { headMs, bodyMs, idleMs, lingerMs, connections } = { ...usualLimits, ...options.limits }
  const names = [...(options.names ?? []), ...(isLoopback(host) ? [] : [hostname()])]
  let guarded: Guarded = { host, port: options.port, names, key, liveness, types, maxBodyBytes, portOptional }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = server.listening ? refusalOf(guarded, request) : { status: 503, reason: 'the server is closed' }
    const left = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) left.abort()
    })
    const received = refused ?? (await receive(request, left.signal, { maxBytes: maxBodyBytes, maxMs: bodyMs }))
    if ('reason' in received) {
      hangUp(request, response, refusal(received), lingerMs)
      return
    }
    const reply = await handleSafely(received)
    if (!server.listening) response.setHeader('connection', 'close')
    await sendAnswer(response, reply, bodyMs)
  }
  const handleSafely = async (request: ReceivedRequest): Promise<HttpAnswer> => {
    try {
      return await handle(request)
    } catch (thrown) {
      const status = thrown instanceof RefusedRequest ? thrown.status : 500
      return refusal({ status, reason: messageOf(thrown) })
    }
  }

  const checkMs = Math.max(1, Math.ceil(headMs / 4))
  const server = http.createServer({ connectionsCheckingInterval: checkMs, requestTimeout: 0, headersTimeout: headMs })
  server.keepAliveTimeout = idleMs
  endFaultyRequests(server, checkMs)
  server.maxConnections = connections
  server.on('request', (request, response) => {
    /* The client has left. */
    answer(request, response).catch(() => response.destroy())
  })
  if (upgrade !== undefined)
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      socket.on('error', () => {})
      const refused = refusalOf(guarded, request) ?? upgrade(request, socket, head)
      if (refused === null) return
      const response = new http.ServerResponse(request)
      response.assignSocket(socket)
      hangUp(request, response, refusal(refused), lingerMs)
      response.once('finish', () => socket.destroySoon())
    })
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const { url, port } = await listenAt(server, options)
  guarded = { ...guarded, port }

  const end = async (): Promise<void> => {
    const late = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, lingerMs)
    await new Promise(resolve => server.close(resolve))
    clearTimeout(late)
  }
  let ending: Promise<void> | null = null
  return { url, close: () => (ending ??= end()) }
}

/** In any realm. */
const messageOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown ? String(thrown.message) : String(thrown)
