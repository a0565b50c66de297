/** Forward and backward passes, in the form that a service takes. */
import type { HttpReply } from '../../http/exchange.ts'
import { forwardDatum } from '../data/datums.ts'
import { decodeForwardBackwardOutput, encodeForwardBackward } from '../wire/forward-backward-protobuf.ts'
import { forwardBackwardJson, parseForwardBackwardOutput } from '../wire/json.ts'
import { protobufType, type ForwardBackwardOutput, type ForwardBackwardRequest } from '../wire/types.ts'
import { understood } from './replies.ts'
import type { ModelRequest } from './requests.ts'
import { jsonReply } from './retrieve.ts'
import { ForeignReplyError } from './service-errors.ts'

/** Newer services take protobuf alone, older ones JSON alone. */
export type PassForm = 'protobuf' | 'json'

export function passRequest(form: PassForm, request: ForwardBackwardRequest): ModelRequest {
  if (form === 'protobuf') return { path: 'forward_backward', body: { protobuf: encodeForwardBackward(request) } }
  const path = request.forwardOnly ? 'forward' : 'forward_backward'
  return { path, body: { json: forwardBackwardJson(request) } }
}

/** @param count of the data that were sent. @throws {ForeignReplyError} if the reply is none, or not of as many data. */
export function passOutput(reply: HttpReply, count: number): ForwardBackwardOutput {
  const output = understood('forward_backward', () =>
    reply.contentType === protobufType
      ? decodeForwardBackwardOutput(reply.body)
      : parseForwardBackwardOutput(jsonReply('forward_backward', reply)),
  )
  if (output.outputs.length === count) return output
  throw new ForeignReplyError(`the service must answer for ${count} data, got ${output.outputs.length}`)
}

/** The least that can be computed. */
export const smallestPass = (modelId: string): Omit<ForwardBackwardRequest, 'seqId'> => ({
  modelId,
  data: [forwardDatum({ tokens: Int32Array.of(0, 0) })],
  lossFn: 'cross_entropy',
  lossFnConfig: {},
  forwardOnly: true,
})
