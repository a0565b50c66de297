/** What a gateway is asked: turns in three dialects, its models, and how sessions came out. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { jsonAnswer, type HttpAnswer } from '../../network/answer.ts'
import type { ReceivedRequest } from '../../network/received-request.ts'
import { RefusedRequest } from '../../network/refused-request.ts'
import { streamed } from '../answers/answer-stream.ts'
import { openAiFault } from '../answers/faults.ts'
import { agentDialects, type AgentDialect } from '../dialects.ts'
import type { KeptJournal } from '../journal.ts'
import type { GatewayKey } from '../limits/keys.ts'
import type { Serving } from '../training/serving.ts'
import { requestFault } from './request-fault.ts'
import { sessionName, taskKey } from './session-name.ts'
import { sessionRequests } from './session-requests.ts'
import type { TurnsOptions } from './turns.ts'
import { createUsers } from './users.ts'

interface GatewayHandlerOptions extends TurnsOptions {
  readonly journal: KeptJournal
  /** Names that agents are told; every other one is answered, too. */
  readonly models: readonly string[]
  /** Requests that wait for the model at once; more get 429, after which clients ask again. */
  readonly maxWaiting: number
  /** Told of each of them. */
  readonly serving: Pick<Serving, 'begin' | 'end'>
  /** Of users besides whoever has the gateway's own. */
  readonly keys?: readonly GatewayKey[]
  /** Told of each session that goes from the disk. */
  readonly onForgotten?: ((session: string) => void) | undefined
}

interface GatewayHandler {
  /** Never rejects: whatever is wrong is an answer. */
  readonly handle: (request: ReceivedRequest) => Promise<HttpAnswer>
  /** Goes on with a session no more. @returns whether it may go: no turn of it is being answered. */
  readonly forget: (session: string) => boolean
  /** The name of the session that headers name. */
  readonly nameOf: (headers: IncomingHttpHeaders) => string | null
  /** The id of the session that the sender of these headers calls so; `null` if there is none. */
  readonly sessionOf: (headers: IncomingHttpHeaders, name: string) => string | null
}

export function createGatewayHandler(options: GatewayHandlerOptions): GatewayHandler {
  const { journal, now, models, maxWaiting, redaction, serving, keys = [], onForgotten } = options
  const users = createUsers(keys, options)
  /* Whose it is refuses; of another there is nothing to forget. */
  const forget = (session: string): boolean => {
    const mayGo = users.all.every(({ turns }) => turns.forget(session))
    if (mayGo) onForgotten?.(session)
    return mayGo
  }
  const askSessions = sessionRequests({ users, journal, now, redaction, forget })
  let waiting = 0

  const ask = async (dialect: AgentDialect, { headers, body: bytes, left }: ReceivedRequest): Promise<HttpAnswer> => {
    const body: unknown = JSON.parse(bytes.toString('utf8'))
    const request = redaction.request(dialect.read(body))
    if (waiting >= maxWaiting)
      throw new RefusedRequest(429, `${maxWaiting} requests wait for the model already: ask again in a second`)
    const { turns, admit } = users.of(headers)
    const asked = {
      ...{ dialect, request, left, name: redaction.name(sessionName(headers, body)) },
      task: redaction.name(taskKey(headers, body)),
      body: createHash('sha256').update(bytes).digest('hex'),
      isRetry: Number(headers['x-stainless-retry-count'] ?? 0) > 0,
      train: headers['x-train'] !== 'no',
    }
    const leave = admit()
    const turn = taken(() => turns.take(asked), leave)
    waiting += 1
    serving.begin()
    const answered = turn.answered.finally(() => {
      waiting -= 1
      serving.end()
    })
    answered.then(
      ({ promptTokens, answerTokens }) => leave(promptTokens + answerTokens),
      () => leave(0),
    )
    const headersOut = { 'x-session-id': turn.session }
    if (!request.stream) return { ...jsonAnswer(dialect.body(await answered, request)), headers: headersOut }
    const events = streamed(dialect.stream(await turn.begun, request), turn.pieces(), answered)
    const type = 'text/event-stream; charset=utf-8'
    return { status: 200, type, body: withFault(events, dialect.faultEvent), headers: headersOut }
  }

  const handle = async (request: ReceivedRequest): Promise<HttpAnswer> => {
    const { method, path } = request
    const dialect = method === 'POST' ? agentDialects.find(each => path === `/v1${each.path}`) : undefined
    try {
      if (dialect !== undefined) return await ask(dialect, request)
      const ofSession = askSessions(request)
      if (ofSession !== null) return await ofSession
      if (method === 'GET' && path === '/health') return jsonAnswer({ status: 'ok' })
      if (method === 'GET' && path === '/v1/models')
        return jsonAnswer({ object: 'list', data: models.map(id => ({ id, object: 'model', owned_by: 'rlanything' })) })
      throw new RefusedRequest(404, `there is no ${method} ${path}`)
    } catch (thrown) {
      const fault = requestFault(thrown)
      const headers = fault.status === 429 ? { 'retry-after': String(fault.retryAfterS ?? 1) } : {}
      return { ...jsonAnswer((dialect?.fault ?? openAiFault)(fault), fault.status), headers }
    }
  }
  return {
    ...{ handle, forget },
    nameOf: headers => redaction.name(sessionName(headers, {})),
    sessionOf: (headers, name) => users.of(headers).turns.sessionOf(name),
  }
}

/** A request that is refused before it waits is no open turn. */
function taken<T>(take: () => T, leave: (tokens: number) => void): T {
  try {
    return take()
  } catch (thrown) {
    leave(0)
    throw thrown
  }
}

/** Events that end with that of a fault if there is one. */
async function* withFault(events: AsyncIterable<string>, eventOf: AgentDialect['faultEvent']): AsyncGenerator<string> {
  try {
    yield* events
  } catch (thrown) {
    yield eventOf(requestFault(thrown))
  }
}
