/** Samples, from a model as it is, as it was, or as it came. */
import type { SampleRequest } from '../../contracts/models/device.ts'
import { parseModelInput } from '../../engine/tinker/wire/json.ts'
import { nth } from '../../math/nth.ts'
import { derive, rootKey } from '../../math/random.ts'
import { loadModel, loadModelConfig } from '../../model/checkpoint.ts'
import { withoutOptimiser } from '../state/samplers.ts'
import type { ServerState } from '../state/server-state.ts'
import type { ServedAnswer } from '../state/answer-forms.ts'
import { RefusedRequest } from '../../network/refused-request.ts'
import { json } from '../state/reply.ts'
import * as bodies from './bodies.ts'
import type { Routes } from './route.ts'

type Asked = ReturnType<typeof bodies.asample.parse>

/** @param seed keys the samples of requests that name none. */
export function samplingRoutes(server: ServerState, seed: number): Routes {
  let draws = 0
  const openFolder = async (base: string | null, path: string | null): Promise<string> => {
    const from = base === null ? server.checkpointFolder(path ?? '', 'sampler_weights') : server.baseFolder(base)
    const config = await loadModelConfig(from)
    return server.samplers.ofFolder(base ?? path ?? '', config, async () => withoutOptimiser(await loadModel(from)))
  }
  const sessionOf = async ({
    sampling_session_id: session,
    base_model: base,
    model_path: path,
  }: Asked): Promise<string> => {
    if (session !== null && session !== undefined) return session
    if ((base ?? path ?? null) === null)
      throw new RefusedRequest(400, 'sampling_session_id, model_path or base_model must be given')
    return openFolder(base ?? null, path ?? null)
  }
  const sampled = async (session: string, request: SampleRequest, withPrompt: boolean): Promise<ServedAnswer> => {
    const samples = await server.queue.sample(session, request)
    const promptLogprobs = withPrompt ? await logprobsOf(session, request.tokens) : null
    return {
      samples: {
        sequences: samples.map(({ tokens, logprobs, finish }) => ({ stopReason: finish, tokens, logprobs })),
        promptLogprobs,
      },
    }
  }
  const logprobsOf = (session: string, tokens: Int32Array): Promise<Float32Array> =>
    server.queue.do(async () => {
      const { slot } = await server.samplers.slotOf(session)
      const logprobs = nth(await server.device.logprobs(slot, [{ tokens }]), 0).slice()
      /* Nothing comes before the first. */
      logprobs[0] = NaN
      return logprobs
    })
  return {
    create_sampling_session: async value => {
      const { session_id: sessionId, base_model: base, model_path: path } = bodies.samplingSessionBody.parse(value)
      server.heard(sessionId)
      const id = await openFolder(base ?? null, path ?? null)
      return json({ type: 'create_sampling_session', sampling_session_id: id })
    },
    asample: async (value, raw) => {
      const asked = bodies.asample.parse(value)
      draws += 1
      const request = sampleRequest(asked, { draws, seed })
      const session = await sessionOf(asked)
      const work = () => sampled(session, request, asked.prompt_logprobs === true)
      return server.later(session, null, raw, work, asked.num_samples)
    },
  }
}

/** @throws {RefusedRequest} if it needs a tokenizer that the server lacks. */
function sampleRequest(
  { prompt, num_samples: count, sampling_params: params }: Asked,
  { draws, seed }: { readonly draws: number; readonly seed: number },
): SampleRequest {
  const { stop, max_tokens: maxTokens, top_k: topK, temperature, top_p: topP } = params
  const ids = stop ?? []
  if (typeof ids === 'string' || ids.some(each => typeof each === 'string'))
    throw new RefusedRequest(400, 'stop must be token ids: this server has no tokenizer')
  if (topK > 0) throw new RefusedRequest(400, `top_k must be -1: it is not supported, got ${topK}`)
  if (maxTokens === null || maxTokens === undefined) throw new RefusedRequest(400, 'max_tokens must be given')
  const named = params.seed ?? null
  return {
    sequenceId: `request-${draws}`,
    tokens: parseModelInput(prompt),
    promptSuffix: new Int32Array(0),
    count,
    appendToContext: false,
    maxTokens,
    temperature,
    topP,
    stop: ids.filter(each => typeof each === 'number'),
    key: named === null ? derive(rootKey(seed), 'draw', draws) : derive(rootKey(named), 'seed'),
  }
}
