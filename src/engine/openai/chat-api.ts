import { z } from 'zod'
import { answerTokens, messagesOf } from '../../model/chat/message-tokens.ts'
import { openaiTokens } from './reported-tokens.ts'
import { readReply } from './read-reply.ts'
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
  bodyOf: ({ model, prompt, maxTokens, temperature, topP, schema }) => ({
    model,
    messages: messagesOf(prompt),
    max_tokens: maxTokens,
    temperature,
    top_p: topP,
    n: 1,
    stream: false,
    ...(schema === null
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } } }),
  }),
  sampleOf: value => {
    const [choice] = readReply(reply, value).choices
    const { content, reasoning_content: reasoning } = choice?.message ?? {}
    const thought = reasoning === undefined || reasoning === null ? '' : `<think>\n${reasoning}\n</think>\n\n`
    const finish = choice?.finish_reason === 'length' ? 'length' : 'stop'
    const tokens = answerTokens(thought + (content ?? ''), finish === 'stop')
    return { tokens, logprobs: new Float32Array(tokens.length).fill(NaN), finish }
  },
  tokensOf: openaiTokens,
}
