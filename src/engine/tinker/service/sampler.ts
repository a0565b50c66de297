/** Samples from one state of a model. */
import { modelInputJson, parseSampleOutput } from '../wire/json.ts'
import { decodeSampleOutput } from '../wire/sample-protobuf.ts'
import { protobufType, type SampleOutput } from '../wire/types.ts'
import { promised, samplingSession, understood } from './replies.ts'
import { maxRepeats } from './requests.ts'
import { jsonReply } from './retrieve.ts'
import type { Service } from './service.ts'
import { LostResultError } from './service-errors.ts'

interface SamplingParams {
  readonly max_tokens: number
  readonly seed: number
  readonly temperature: number
  readonly top_p: number
  readonly stop: readonly number[]
}

export interface RemoteSampler {
  readonly sample: (prompt: Int32Array, count: number, params: SamplingParams) => Promise<SampleOutput>
}

export function remoteSampler(service: Service, sessionId: string): RemoteSampler {
  let seq = 0
  return {
    sample: async (prompt, count, { stop, ...params }) => {
      seq += 1
      const body = {
        prompt: modelInputJson(prompt),
        num_samples: count,
        sampling_params: { ...params, top_k: -1, ...(stop.length > 0 && { stop }) },
        sampling_session_id: sessionId,
        seq_id: seq,
        type: 'sample',
      }
      for (let repeats = 0; ; repeats += 1) {
        const reply = await service.ask('asample', { json: body }, { repeatable: true })
        try {
          const { request_id: requestId } = understood('asample', () => promised.parse(reply))
          const result = await service.result('asample', requestId)
          return understood('asample', () =>
            result.contentType === protobufType
              ? decodeSampleOutput(result.body)
              : parseSampleOutput(jsonReply('asample', result)),
          )
        } catch (thrown) {
          if (!(thrown instanceof LostResultError) || repeats === maxRepeats) throw thrown
        }
      }
    },
  }
}

/** A session that samples from weights that were saved under a path. */
export async function openSamplingSession(service: Service, path: string): Promise<string> {
  const what = 'create_sampling_session'
  const body = {
    session_id: service.sessionId,
    sampling_session_seq_id: service.nextNumber(),
    model_path: path,
    type: what,
  }
  const reply = await service.ask(what, { json: body }, { repeatable: true })
  const ready = samplingSession.safeParse(reply)
  if (ready.success) return ready.data.sampling_session_id
  const { request_id: requestId } = understood(what, () => promised.parse(reply))
  const result = jsonReply(what, await service.result(what, requestId))
  return understood(what, () => samplingSession.parse(result).sampling_session_id)
}
