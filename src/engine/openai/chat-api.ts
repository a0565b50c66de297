import { z } from 'zod'
import { parsed } from '../../text/parsed.ts'
import { answerTokens, messagesOf } from '../../model/chat/message-tokens.ts'
import { openaiTokens } from './reported-tokens.ts'
import type { SamplingProtocol } from './sampling-api.ts'

const reply = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        message: z.looseObject({ content: z.string().nullish(), reasoning_content: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
})

/**
 * Messages in and text out. Reasoning that a server separates is put before the answer within `<think>`, as the model
 * wrote it. There are no log-probabilities.
 */
export const chatApi: SamplingProtocol = {
  path: '/v1/chat/completions',
  bodyOf: ({ model, prompt, maxTokens, temperature, topP, schema, samples }) => ({
    model,
    messages: messagesOf(prompt),
    max_tokens: maxTokens,
    temperature,
    top_p: topP,
    n: samples,
    stream: false,
    ...(schema === null
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } } }),
  }),
  samplesOf: value =>
    parsed('reply of the server', reply, value).choices.map(({ message, finish_reason: reason }) => {
      const { content, reasoning_content: reasoning } = message
      const thought = reasoning === undefined || reasoning === null ? '' : `<think>\n${reasoning}\n</think>\n\n`
      const finish = reason === 'length' ? 'length' : 'stop'
      const tokens = answerTokens(thought + (content ?? ''), finish === 'stop')
      return { tokens, logprobs: new Float32Array(tokens.length).fill(NaN), finish }
    }),
  tokensOf: openaiTokens,
}
