/**
 * The routes over HTTP. `reset`, `step` and `state` act on a fresh world each time, as OpenEnv has it: an episode of several
 * steps is played over a WebSocket.
 */
import { reasonOf } from '../../contracts/failure.ts'
import { jsonAnswer, type HttpAnswer } from '../../network/answer.ts'
import { checkedRequest, InvalidRequestError } from '../wire/request-issues.ts'
import { actionData, resetData, stepBody } from '../wire/requests.ts'
import { answerRpcText } from './answer-rpc.ts'
import type { Capacity } from './capacity.ts'
import { metadataOf, openApi, schemas } from './schemas.ts'
import type { ServedWorld } from './served-world.ts'
import type { WorldSession, SessionObservation } from './session.ts'
import { answerTaskRoute } from './task-routes.ts'

export interface HttpContext {
  readonly served: ServedWorld
  readonly capacity: Capacity
  readonly openSession: () => WorldSession
}

interface AskedRoute {
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** Empty for none. */
  readonly body: string
}

/** As FastAPI answers where a world threw. */
const serverError: HttpAnswer = { status: 500, type: 'text/plain; charset=utf-8', body: 'Internal Server Error' }

/** Never rejects: whatever is wrong is a reply. */
export async function answerHttp(context: HttpContext, request: AskedRoute): Promise<HttpAnswer> {
  try {
    return await route(context, request)
  } catch (thrown) {
    if (thrown instanceof InvalidRequestError) return jsonAnswer({ detail: thrown.issues }, 422)
    return serverError
  }
}

async function route(context: HttpContext, { method, path, body }: AskedRoute): Promise<HttpAnswer> {
  const { served } = context
  const gets: Readonly<Record<string, () => unknown>> = {
    '/health': () => ({ status: 'healthy' }),
    '/metadata': () => metadataOf(served),
    '/schema': () => schemas(served),
    '/openapi.json': () => openApi(served),
    '/state': () => context.openSession().state(),
    '/list_environments': () => [served.world.name],
  }
  const posts: Readonly<Record<string, () => HttpAnswer | Promise<HttpAnswer>>> = {
    '/mcp': () => jsonAnswer(answerRpcText(body)),
    '/reset': () => {
      const data = checkedRequest(resetData, parsed(body), ['body'])
      return inFreshWorld(context, session => session.reset(data))
    },
    '/step': () => {
      const { action } = checkedRequest(stepBody, parsed(body), ['body'])
      const { command } = checkedRequest(actionData, action)
      return inFreshWorld(context, session => session.step(command))
    },
  }
  const known = Object.hasOwn(gets, path) ? 'GET' : Object.hasOwn(posts, path) ? 'POST' : null
  if (known === null) {
    const parsedBody = method === 'POST' ? parsed(body) : {}
    return answerTaskRoute(served, { method, path, body: parsedBody }) ?? jsonAnswer({ detail: 'Not Found' }, 404)
  }
  if (method !== known) return jsonAnswer({ detail: 'Method Not Allowed' }, 405)
  const get = gets[path]
  return get === undefined ? ((await posts[path]?.()) ?? jsonAnswer({ detail: 'Not Found' }, 404)) : jsonAnswer(get())
}

async function inFreshWorld(
  { capacity, openSession }: HttpContext,
  work: (session: WorldSession) => Promise<SessionObservation>,
): Promise<HttpAnswer> {
  const leave = capacity.enter()
  if (leave === null) return jsonAnswer({ detail: capacity.refusal() }, 503)
  const session = openSession()
  try {
    const { metadata, ...observed } = await work(session)
    return jsonAnswer({ ...observed, metadata: Object.keys(metadata).length === 0 ? null : metadata })
  } finally {
    await session.close()
    leave()
  }
}

/** No body is an empty one. @throws {InvalidRequestError} if it is no JSON. */
function parsed(body: string): unknown {
  if (body === '') return {}
  try {
    return JSON.parse(body)
  } catch (thrown) {
    const issue = { type: 'json_invalid', loc: ['body'], msg: `JSON decode error: ${reasonOf(thrown)}`, input: {} }
    throw new InvalidRequestError([issue])
  }
}
