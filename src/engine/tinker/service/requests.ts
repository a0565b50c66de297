/**
 * Requests about one model: numbered from 1, and sent in that order. One that has to be sent again is sent with the same number and
 * the same body, by which a service knows it.
 */
import { oneAfterAnother } from '../../../streams/one-after-another.ts'
import type { HttpReply } from '../../http/exchange.ts'
import { jsonReply } from './retrieve.ts'
import { promised, understood } from './replies.ts'
import type { Body, Service } from './service.ts'
import { LostResultError } from './service-errors.ts'

export interface ModelRequest {
  /** Below `/api/v1/`. */
  readonly path: string
  readonly body: Body
}

export interface ModelRequests {
  /**
   * Sends a request with the next number and awaits its result; one that was lost is asked for again.
   *
   * @param repeatable whether the request may be sent again. @see SendOptions
   */
  readonly run: (make: (seqId: number) => ModelRequest, repeatable: boolean) => Promise<HttpReply>
  /** The same of a request and a result in JSON. */
  readonly runJson: (path: string, body: object, repeatable: boolean) => Promise<unknown>
  /** Sends a request that changes nothing twice with one number. @returns whether the service knew it again. */
  readonly tryTwice: (
    make: (seqId: number) => ModelRequest,
  ) => Promise<{ readonly knowsAgain: boolean; readonly reply: HttpReply }>
}

/** How often a request is sent again whose result was lost. */
export const maxRepeats = 2

export function createModelRequests(service: Service, modelId: string): ModelRequests {
  let seq = 0
  /* So that the service gets the numbers in their order. */
  const inOrder = oneAfterAnother()
  const submit = async ({ path, body }: ModelRequest, repeatable: boolean): Promise<string> => {
    const reply = await service.ask(path, body, { repeatable })
    return understood(path, () => promised.parse(reply).request_id)
  }
  const resultOf = async (request: ModelRequest, requestId: string, repeatable: boolean): Promise<HttpReply> => {
    for (let repeats = 0, promise = requestId; ; repeats += 1) {
      try {
        return await service.result(request.path, promise)
      } catch (thrown) {
        if (!(thrown instanceof LostResultError) || !repeatable || repeats === maxRepeats) throw thrown
        promise = await submit(request, repeatable)
      }
    }
  }
  const run: ModelRequests['run'] = async (make, repeatable) => {
    const { request, requestId } = await inOrder(async () => {
      const own = make((seq += 1))
      return { request: own, requestId: await submit(own, repeatable) }
    })
    return resultOf(request, requestId, repeatable)
  }
  return {
    run,
    runJson: async (path, body, repeatable) => {
      const whole = (seqId: number) => ({ model_id: modelId, ...body, seq_id: seqId, type: path })
      return jsonReply(path, await run(seqId => ({ path, body: { json: whole(seqId) } }), repeatable))
    },
    tryTwice: make =>
      inOrder(async () => {
        const request = make(seq + 1)
        const first = await submit(request, true)
        seq += 1
        const second = await submit(request, true).catch(() => null)
        return { knowsAgain: first === second, reply: await resultOf(request, first, true) }
      }),
  }
}
