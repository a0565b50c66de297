/** Questions about the sessions of gateways, and words of a person that go on to a gateway, which alone writes. */
import { basename } from 'node:path'
import { z } from 'zod'
import { reasonOf } from '../../contracts/failure.ts'
import { isRangeError } from '../../contracts/built-in-error.ts'
import { askGateway, gatewayAddress } from '../../gateway/sessions/running-gateway.ts'
import type { AgentSession } from '../../gateway/sessions/session.ts'
import { jsonAnswer, type HttpAnswer } from '../../network/answer.ts'
import type { ReceivedRequest } from '../../network/received-request.ts'
import { RefusedRequest } from '../../network/refused-request.ts'
import { parsed, parsedJson } from '../../text/parsed.ts'
import type { PersonsWord, SessionDetail } from '../contract/sessions.ts'
import type { WatchedGateways } from '../folder/watched-gateways.ts'
import { sessionList } from '../views/sessions.ts'
import { required } from './parameters.ts'
import type { WatchRoute } from './routes.ts'

const id = z.string()
const wordForm: z.ZodType<PersonsWord> = z.union([
  z.strictObject({ session: id, outcome: z.number().min(0).max(1) }),
  z.strictObject({
    session: id,
    turn: id,
    verdict: z.union([z.literal(-1), z.literal(1)]),
    reason: z.string().max(2000),
  }),
])

interface SessionRoutes {
  readonly routes: readonly (readonly [path: string, route: WatchRoute])[]
  /** Tells a gateway a person's word, with the key that came with it. */
  readonly tell: (request: ReceivedRequest) => Promise<HttpAnswer>
}

export function sessionRoutes(gateways: Pick<WatchedGateways, 'readers'>): SessionRoutes {
  const found = (id: string): { readonly directory: string; readonly session: AgentSession } => {
    for (const { directory, sessions } of gateways.readers) {
      const session = sessions.get(id)
      if (session !== undefined) return { directory, session }
    }
    throw new RefusedRequest(404, 'there is no such session')
  }
  return {
    routes: [
      ['/api/sessions', () => jsonAnswer(sessionList(gateways.readers))],
      [
        '/api/session',
        async parameters => {
          const { directory, session } = found(required(parameters, 'session'))
          const isRunning = (await gatewayAddress(directory).catch(() => null)) !== null
          return jsonAnswer({ session, gateway: basename(directory), isRunning } satisfies SessionDetail)
        },
      ],
    ],
    tell: async ({ headers, body }) => {
      try {
        const word = parsed('word', wordForm, parsedJson(body.toString('utf8')))
        const { directory } = found(word.session)
        const url = await gatewayAddress(directory)
        if (url === null) throw new RefusedRequest(409, `no gateway uses ${directory}: begin it again to tell it`)
        const key = String(headers['x-api-key'] ?? '')
        await askGateway(url, { method: 'POST', key, ...requestOf(word) })
        return jsonAnswer({})
      } catch (thrown) {
        if (isRangeError(thrown)) throw new RefusedRequest(400, reasonOf(thrown))
        throw thrown
      }
    },
  }
}

const requestOf = (word: PersonsWord) =>
  'outcome' in word
    ? { path: `/sessions/${encodeURIComponent(word.session)}/outcome`, body: { outcome: word.outcome } }
    : {
        path: `/turns/${encodeURIComponent(word.turn)}/verdict`,
        body: { verdict: word.verdict, reason: word.reason },
      }
