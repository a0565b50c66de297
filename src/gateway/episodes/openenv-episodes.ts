/** Agents play on a server of OpenEnv through the gateway: how an episode came out is the outcome of the session that it was played in. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { reasonOf } from '../../contracts/failure.ts'
import { systemCode } from '../../files/system-code.ts'
import type { HttpRefusal } from '../../network/guard.ts'
import type { Journal } from '../journal.ts'
import { readEpisode } from './read-episode.ts'
import { relay } from './relay.ts'

interface OpenEnvEpisodesOptions {
  /** Of the server. */
  readonly url: string
  /** That it is sent, as `Authorization: Bearer`; `null` for none. */
  readonly key: string | null
  readonly journal: Journal
  /** The name of the session that a request's headers name. */
  readonly nameOf: (headers: IncomingMessage['headers']) => string | null
  /** The id of the session that the sender of these headers calls so; `null` if there is none. */
  readonly sessionOf: (headers: IncomingMessage['headers'], name: string) => string | null
  readonly now: () => number
}

interface OpenEnvEpisodes {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => HttpRefusal | null
  readonly close: () => void
}

/** Bytes of a frame. */
const maxPayload = 2 ** 24

/** Longest time for a look at the server. */
const lookMs = 5000

/** Warns if the server is not there. @throws {RangeError} if `url` is no address of HTTP or WebSocket. */
export function openEnvEpisodes({
  url,
  key,
  journal,
  nameOf,
  sessionOf,
  now,
}: OpenEnvEpisodesOptions): OpenEnvEpisodes {
  const address = /^(?:http|ws)(s?):\/\/([^/?#]+[^?#]*?)\/?$/.exec(url)
  if (address === null) throw new RangeError(`openenv must be an address like http://127.0.0.1:9000, got ${url}`)
  const [, secure = '', place = ''] = address
  const options = {
    ...{ perMessageDeflate: false, maxPayload, autoPong: false },
    ...(key === null ? {} : { headers: { authorization: `Bearer ${key}` } }),
  }
  fetch(`http${secure}://${place}`, { method: 'HEAD', signal: AbortSignal.timeout(lookMs) }).catch(
    (thrown: unknown) => {
      const why = systemCode(thrown) ?? reasonOf(thrown)
      process.emitWarning(
        `the OpenEnv server ${url} cannot be reached (${why}): until it can, no episode is played on it`,
      )
    },
  )
  const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload })
  return {
    upgrade: (request, socket, head) => {
      const { headers } = request
      if (!/^\/openenv\/ws(\?|$)/.test(request.url ?? '')) return { status: 404, reason: 'there is no such WebSocket' }
      const name = nameOf(headers)
      if (name === null) return { status: 400, reason: 'x-session-id must name the session that plays, got none' }
      const { asked, answered } = readEpisode()
      upgrades.handleUpgrade(request, socket, head, client =>
        relay({
          ...{ client, asked },
          server: new WebSocket(`ws${secure}://${place}/ws`, options),
          answered: async text => {
            const end = answered(text)
            const session = end === null ? null : sessionOf(headers, name)
            if (end === null || session === null) return
            await journal.append({ kind: 'outcome', session, at: now(), ...end, by: 'environment' })
          },
        }),
      )
      return null
    },
    close: () => {
      for (const client of upgrades.clients) client.terminate()
    },
  }
}
