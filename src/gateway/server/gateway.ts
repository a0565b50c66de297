/** What a gateway is asked: turns in three dialects, its models, and how sessions came out. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { jsonAnswer, type HttpAnswer } from '../../network/answer.ts'
import type { ReceivedRequest } from '../../network/received-request.ts'
import { RefusedRequest } from '../../network/refused-request.ts'
import { parsed } from '../../text/parsed.ts'
import { streamed } from '../answers/answer-stream.ts'
import { openAiFault } from '../answers/faults.ts'
import { agentDialects, type AgentDialect } from '../dialects.ts'
import { requestFault } from './request-fault.ts'
import { sessionName, taskKey } from './session-name.ts'
import { createTurns, type TurnsOptions } from './turns.ts'

const outcomeForm = z.strictObject({
  outcome: z.number().min(0).max(1),
  observation: z.string().nullable().default(null),
})

interface GatewayHandlerOptions extends TurnsOptions {
  /** Names that agents are told; every other one is answered, too. */
  readonly models: readonly string[]
  /** Requests that wait for the model at once; more get 429, after which clients ask again. */
  readonly maxWaiting: number
}

/** Never rejects: whatever is wrong is an answer. */
export function createGatewayHandler(
  options: GatewayHandlerOptions,
): (request: ReceivedRequest) => Promise<HttpAnswer> {
  const { journal, now, models, maxWaiting } = options
  const turns = createTurns(options)
  let waiting = 0

  const ask = async (dialect: AgentDialect, { headers, body: bytes, left }: ReceivedRequest): Promise<HttpAnswer> => {
    const body: unknown = JSON.parse(bytes.toString('utf8'))
    const request = dialect.read(body)
    if (waiting >= maxWaiting)
      throw new RefusedRequest(429, `${maxWaiting} requests wait for the model already: ask again in a second`)
    const turn = turns.take({
      ...{ dialect, request, left, name: sessionName(headers, body), task: taskKey(headers, body) },
      body: createHash('sha256').update(bytes).digest('hex'),
      isRetry: Number(headers['x-stainless-retry-count'] ?? 0) > 0,
      train: headers['x-train'] !== 'no',
    })
    waiting += 1
    const answered = turn.answered.finally(() => (waiting -= 1))
    answered.catch(() => {})
    const headersOut = { 'x-session-id': turn.session }
    if (!request.stream) return { ...jsonAnswer(dialect.body(await answered, request)), headers: headersOut }
    const events = streamed(dialect.stream(await turn.begun, request), turn.pieces(), answered)
    const type = 'text/event-stream; charset=utf-8'
    return { status: 200, type, body: withFault(events, dialect.faultEvent), headers: headersOut }
  }

  const end = async (given: string, { body }: ReceivedRequest): Promise<HttpAnswer> => {
    const session = turns.sessionOf(given)
    if (session === null) throw new RefusedRequest(404, `there is no session ${JSON.stringify(given)}`)
    const { outcome, observation } = parsed('request', outcomeForm, JSON.parse(body.toString('utf8')))
    await journal.append({ kind: 'outcome', session, at: now(), outcome, observation, by: 'request' })
    return jsonAnswer({ session, outcome })
  }

  return async request => {
    const { method, path } = request
    const dialect = method === 'POST' ? agentDialects.find(each => path === `/v1${each.path}`) : undefined
    const [, session] = /^\/v1\/sessions\/([^/]+)\/outcome$/.exec(path) ?? []
    try {
      if (dialect !== undefined) return await ask(dialect, request)
      if (method === 'POST' && session !== undefined) return await end(decodeURIComponent(session), request)
      if (method === 'GET' && path === '/health') return jsonAnswer({ status: 'ok' })
      if (method === 'GET' && path === '/v1/models')
        return jsonAnswer({ object: 'list', data: models.map(id => ({ id, object: 'model', owned_by: 'rlanything' })) })
      throw new RefusedRequest(404, `there is no ${method} ${path}`)
    } catch (thrown) {
      const fault = requestFault(thrown)
      const headers = fault.status === 429 ? { 'retry-after': '1' } : {}
      return { ...jsonAnswer((dialect?.fault ?? openAiFault)(fault), fault.status), headers }
    }
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
