/** A world on the network, by the protocol of OpenEnv. */
import { randomInt } from 'node:crypto'
import { jsonAnswer } from '../../network/answer.ts'
import { serveHttp, type Listening } from '../../network/serve.ts'
import { answerHttp, type HttpContext } from './answer-http.ts'
import { createCapacity } from './capacity.ts'
import { servedWorld, type ServedWorldOptions } from './served-world.ts'
import { createWorldSession } from './session.ts'

export interface ServeWorldOptions extends ServedWorldOptions {
  /** Where to listen; other machines reach addresses other than loopback. */
  readonly host?: string
  /** 0 takes one that is free. */
  readonly port: number
  /** Names besides addresses by which clients call it, where other machines do. */
  readonly names?: readonly string[]
  /** That clients must send, as `X-API-Key` or `Authorization: Bearer`; OpenEnv has none. */
  readonly key?: string | null
  /** Most sessions at once, 64. */
  readonly sessions?: number
  /** Most milliseconds for one answer of the world, one minute. */
  readonly deadlineMs?: number
  /** After so many milliseconds without a sign of life a connection is ended, two minutes. */
  readonly silenceMs?: number
  /** After so many without a request a session ends, one hour. */
  readonly idleMs?: number
  /** Seeds resets that name no task: an integer in [0, 2³¹). */
  readonly freshSeed?: () => number
}

/** Clients take `/ws` of its `url`, e.g. of `http://127.0.0.1:8000`. */
export interface WorldServer extends Listening {
  /** Sessions under way. */
  readonly active: () => number
}

/** Bytes of one body or frame. */
const maxBodyBytes = 2 ** 20
/** Requests of one connection that wait for their answers. */
const waiting = 64

/** @throws {RangeError} if an option is out of range, there are no tasks, or the port is taken. */
export async function serveWorld(options: ServeWorldOptions): Promise<WorldServer> {
  const { host = '127.0.0.1', port, sessions = 64, deadlineMs = 60_000, silenceMs = 120_000 } = options
  const { key = null, idleMs = 3_600_000, freshSeed = () => randomInt(2 ** 31) } = options
  for (const [name, value] of Object.entries({ deadlineMs, silenceMs, idleMs }))
    if (!(value > 0 && value < 2 ** 31)) throw new RangeError(`${name} must be in (0, 2^31), got ${value}`)
  const served = servedWorld(options)
  const [{ WebSocketServer }, { createConnections }] = await Promise.all([import('ws'), import('./connections.ts')])
  const capacity = createCapacity(sessions)
  const openSession = () => createWorldSession({ served, deadlineMs, freshSeed })
  const context: HttpContext = { served, capacity, openSession }
  const connections = createConnections(capacity, openSession, { silenceMs, idleMs, waiting })
  const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: maxBodyBytes })
  const server = await serveHttp({
    ...{ host, port, names: options.names, key, liveness: '/health', maxBodyBytes, portOptional: true },
    /* Connections that ask nothing cost memory: no more of them than could be refused politely. */
    limits: { connections: 4 * sessions + 64 },
    refusal: ({ status, reason }) => jsonAnswer({ detail: reason }, status),
    handle: async ({ method, path, body }) => ({
      ...(await answerHttp(context, { method, path, body: body.toString('utf8') })),
      headers: { 'x-content-type-options': 'nosniff' },
    }),
    upgrade: (request, socket, head) => {
      const path = request.url ?? ''
      if (!/^\/(ws|mcp)(\?|$)/.test(path)) return { status: 404, reason: 'Not Found' }
      upgrades.handleUpgrade(request, socket, head, webSocket => connections.accept(webSocket, path))
      return null
    },
  }).catch(async (thrown: unknown) => {
    /* It would still look for connections that have fallen silent. */
    await connections.close()
    throw thrown
  })
  return {
    url: server.url,
    active: capacity.active,
    close: async () => {
      const closed = server.close()
      await connections.close()
      upgrades.close()
      await closed
    },
  }
}
