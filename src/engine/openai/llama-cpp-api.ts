import { z } from 'zod'
import { parsed } from '../../text/parsed.ts'
import { endedTokens } from './ended-tokens.ts'
import { llamaCppTokens } from './reported-tokens.ts'
import type { SamplingProtocol } from './sampling-api.ts'

const id = z.int32().nonnegative()
const reply = z.looseObject({
  tokens: z.array(id),
  stop_type: z.string(),
  completion_probabilities: z.array(z.looseObject({ id, logprob: z.number().nullish() })).default([]),
})

/** llama.cpp's own API. It applies its own samplers by default, so every one is set explicitly. */
export const llamaCppApi: SamplingProtocol = {
  path: '/completion',
  bodyOf: ({ prompt, maxTokens, temperature, topP, schema }) => ({
    prompt: [...prompt],
    n_predict: maxTokens,
    temperature,
    top_k: 0,
    top_p: topP,
    min_p: 0,
    repeat_penalty: 1,
    n_probs: 1,
    return_tokens: true,
    cache_prompt: true,
    stream: false,
    ...(schema === null ? {} : { json_schema: schema }),
  }),
  samplesOf: (value, { stop }) => {
    const { tokens: ids, stop_type: end, completion_probabilities: told } = parsed('reply of the server', reply, value)
    const finish = end === 'limit' ? 'length' : 'stop'
    /* Of the token that ended it there is no entry, and ids that are out of step have none either. */
    const logprobs = ids.map((token, index) => (told[index]?.id === token ? told[index].logprob : NaN))
    return [{ ...endedTokens({ ids, logprobs, finish, stop }), finish }]
  },
  tokensOf: llamaCppTokens,
}
