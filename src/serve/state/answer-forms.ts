/** A result, before it is known in which form it is wanted. */
import { encodeForwardBackwardOutput } from '../../engine/tinker/wire/forward-backward-protobuf.ts'
import { forwardBackwardOutputJson, sampleOutputJson } from '../../engine/tinker/wire/json.ts'
import { encodeSampleOutput } from '../../engine/tinker/wire/sample-protobuf.ts'
import { protobufType, type ForwardBackwardOutput, type SampleOutput } from '../../engine/tinker/wire/types.ts'
import { json, type Reply } from './reply.ts'

export type ServedAnswer =
  | { readonly json: object }
  | { readonly output: ForwardBackwardOutput }
  | { readonly samples: SampleOutput }

/** @returns the reply for a client that accepts these media types. */
export const replyWith =
  (answer: ServedAnswer) =>
  (accept: string): Reply => {
    if ('json' in answer) return json(answer.json)
    if (!accept.includes(protobufType))
      return json('output' in answer ? forwardBackwardOutputJson(answer.output) : sampleOutputJson(answer.samples))
    const body = 'output' in answer ? encodeForwardBackwardOutput(answer.output) : encodeSampleOutput(answer.samples)
    return { status: 200, contentType: protobufType, body }
  }
