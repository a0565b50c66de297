/** A session with a service of the Tinker API: requests, their results, and the signs of life without which it forgets the session. */
import { z } from 'zod'
import type { SchedulerLike } from '../../../streams/rxjs.ts'
import { awakeTime } from '../../../runtime/waiting/awake-time.ts'
import type { HttpReply, HttpRequest } from '../../http/exchange.ts'
import { usualFetch, type Fetch } from '../../http/fetch.ts'
import { createHttpClient, type SendOptions } from '../../http/http-client.ts'
import { StatusError } from '../../http/http-errors.ts'
import { openingMs } from '../../http/opening-ms.ts'
import { LostModelError } from '../../semantics/lost-model-error.ts'
import { jsonType, protobufType } from '../wire/types.ts'
import { detailOf, jsonReply, retrieve } from './retrieve.ts'
import { RefusedError, TakenNameError } from './service-errors.ts'

export interface ServiceOptions {
  /** Address of the service, without `/api/v1`. */
  readonly url: string
  /** Empty sends none. */
  readonly key: string
  /** Longest time for one request, and for its result. */
  readonly deadlineMs: number
  readonly maxConcurrent: number
  /** Of all waits. */
  readonly scheduler?: SchedulerLike
  readonly fetch?: Fetch
}

/** A body in one of the two forms. */
export type Body = { readonly json: object } | { readonly protobuf: Uint8Array<ArrayBuffer> }

interface SupportedModel {
  readonly name: string
  /** `null` if the service does not say. */
  readonly contextTokens: number | null
}

export interface Service {
  readonly sessionId: string
  readonly supported: readonly SupportedModel[]
  /** The reply, which comes at once. @throws {RefusedError} @throws {ForeignReplyError} @throws {LostModelError} if the service does not know the model. */
  readonly ask: (path: string, body: Body, options: SendOptions) => Promise<unknown>
  /** The result of a request that `ask` was given this number for. */
  readonly result: (what: string, requestId: string) => Promise<HttpReply>
  /** Numbers of models, sampling sessions and names: none is given twice in a session. */
  readonly nextNumber: () => number
  /** Takes away a checkpoint, if the service can; never rejects. */
  readonly discard: (path: string) => Promise<void>
  /** @throws {LostModelError} if the session has ended: all of its models are lost. */
  readonly requireAlive: () => void
  readonly close: () => void
}

/** The client of which version these bodies are. */
const sdkVersion = '0.38.0'

const heartbeatMs = 10_000

/** Longest time for which a poll is left open: less than what proxies allow. */
const pollMs = 45_000

const capabilities = z.looseObject({
  supported_models: z.array(
    z.looseObject({
      model_name: z.string().exactOptional(),
      /** As hatchery names it. */
      model_id: z.string().exactOptional(),
      max_context_length: z.int().positive().nullish(),
    }),
  ),
})
const session = z.looseObject({ session_id: z.string().min(1), error_message: z.string().nullish() })

/** @throws {Error} if the service cannot be reached or refuses the key. @throws {RangeError} if the address is none. */
export async function openService({
  url,
  key,
  deadlineMs,
  maxConcurrent,
  scheduler = awakeTime(),
  fetch = usualFetch,
}: ServiceOptions): Promise<Service> {
  const headers = key === '' ? {} : { 'x-api-key': key }
  const common = { baseUrl: url, headers, deadlineMs, scheduler, fetch }
  const http = createHttpClient({ ...common, maxConcurrent })
  /* Not in line behind polls. */
  const pulse = createHttpClient({ ...common, attemptMs: heartbeatMs, deadlineMs: heartbeatMs, maxConcurrent: 1 })
  let ended: string | null = null
  let numbers = 0

  const requireAlive = (): void => {
    if (ended !== null) throw new LostModelError(`the session with ${url} has ended (${ended}): its models are lost`)
  }
  const ask: Service['ask'] = async (path, body, options) => {
    requireAlive()
    const request = { method: 'POST' as const, path: `/api/v1/${path}`, ...encoded(body) }
    try {
      return jsonReply(path, await http.send(request, options))
    } catch (thrown) {
      throw explained(path, thrown)
    }
  }
  try {
    const known = capabilities.parse(
      jsonReply(
        'get_server_capabilities',
        await http.send(
          { method: 'GET', path: '/api/v1/get_server_capabilities' },
          { repeatable: true, deadlineMs: openingMs(deadlineMs) },
        ),
      ),
    )
    const begun = { tags: ['rlanything'], user_metadata: {}, sdk_version: sdkVersion, type: 'create_session' }
    const { session_id: sessionId, error_message: problem } = session.parse(
      await ask('create_session', { json: begun }, { repeatable: true }),
    )
    if (problem !== undefined && problem !== null) throw new RefusedError(`create_session was refused: ${problem}`)

    const beat = async (): Promise<void> => {
      const body = { session_id: sessionId, type: 'session_heartbeat' }
      const request = { method: 'POST' as const, path: '/api/v1/session_heartbeat', ...encoded({ json: body }) }
      await pulse.send(request, { repeatable: true }).catch((thrown: unknown) => {
        if (thrown instanceof StatusError && [404, 410].includes(thrown.status)) ended = detailOf(thrown.text)
      })
    }
    const beating = scheduler.schedule(function () {
      void beat().then(() => ended ?? this.schedule(undefined, heartbeatMs))
    }, heartbeatMs)

    return {
      sessionId,
      supported: known.supported_models.map(({ model_name: name, model_id: id, max_context_length: length }) => ({
        name: name ?? id ?? '',
        contextTokens: length ?? null,
      })),
      ask,
      nextNumber: () => (numbers += 1),
      result: async (what, requestId) => {
        requireAlive()
        return retrieve(what, requestId, { http, scheduler, deadlineMs, pollMs })
      },
      discard: async path => {
        const [, model, checkpoint] = /^tinker:\/\/([^/]+)\/weights\/([^/]+)$/.exec(path) ?? []
        if (model === undefined || checkpoint === undefined) return
        const route = `/api/v1/training_runs/${model}/checkpoints/weights/${checkpoint}`
        await pulse.send({ method: 'DELETE', path: route }, { repeatable: false }).catch(() => undefined)
      },
      requireAlive,
      close: () => {
        beating.unsubscribe()
        http.close()
        pulse.close()
      },
    }
  } catch (thrown) {
    http.close()
    pulse.close()
    throw explained('the service', thrown)
  }
}

const encoded = (body: Body): Pick<HttpRequest, 'headers' | 'body'> =>
  'json' in body
    ? { headers: { 'content-type': jsonType }, body: JSON.stringify(body.json) }
    : { headers: { 'content-type': protobufType }, body: body.protobuf }

/** A failure status, by its meaning here. */
function explained(what: string, thrown: unknown): unknown {
  if (!(thrown instanceof StatusError)) return thrown
  const { status, text } = thrown
  if (status === 401 || status === 403)
    return new RefusedError(
      `${what} was refused for its key (${status}: ${detailOf(text)}): see engine.tinker.keyVariable`,
    )
  if (status === 404 || status === 410)
    return new LostModelError(`${what}: the service does not know what it is asked for (${status}: ${detailOf(text)})`)
  if (status === 409) return new TakenNameError(`${what} was refused (409): ${detailOf(text)}`)
  return status >= 400 && status < 500 && status !== 429
    ? new RefusedError(`${what} was refused (${status}): ${detailOf(text)}`)
    : thrown
}
