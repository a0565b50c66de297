import { z } from 'zod'
import { parsed } from '../../text/parsed.ts'
import { openaiTokens } from './reported-tokens.ts'
import { endedTokens } from './ended-tokens.ts'
import type { SamplingProtocol } from './sampling-api.ts'

const id = z.int32().nonnegative()
const number = z.number().nullish()
const reply = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        token_ids: z.array(id).nullish(),
        logprobs: z
          .looseObject({
            token_logprobs: z.array(number).nullish(),
            content: z.array(z.looseObject({ id: id.nullish(), logprob: number })).nullish(),
          })
          .nullish(),
      }),
    )
    .min(1),
})

/**
 * `/v1/completions` with a prompt of token ids. vLLM returns the generated ids in `token_ids`, if asked for
 * `return_token_ids`; llama.cpp returns them with each log-probability.
 */
export const completionsApi: SamplingProtocol = {
  path: '/v1/completions',
  bodyOf: ({ model, prompt, maxTokens, temperature, topP, stop, schema, samples }) => ({
    model,
    prompt: [...prompt],
    max_tokens: maxTokens,
    temperature,
    top_p: topP,
    top_k: 0,
    min_p: 0,
    n: samples,
    stream: false,
    logprobs: 1,
    return_token_ids: true,
    stop_token_ids: [...stop],
    ...(schema === null
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } } }),
  }),
  samplesOf: (value, { stop }) =>
    parsed('reply of the server', reply, value).choices.map(choice => {
      const content = choice.logprobs?.content ?? []
      const own = content.flatMap(({ id: token }) => (token === undefined || token === null ? [] : [token]))
      const ids = choice.token_ids ?? (own.length === content.length && own.length > 0 ? own : null)
      if (ids === null)
        throw new RangeError(
          "the server must tell the ids of the tokens that it wrote, got none: set the service's api to chat",
        )
      const logprobs = choice.logprobs?.token_logprobs ?? content.map(({ logprob }) => logprob)
      const finish = choice.finish_reason === 'length' ? 'length' : 'stop'
      return { ...endedTokens({ ids, logprobs, finish, stop }), finish }
    }),
  tokensOf: openaiTokens,
}
