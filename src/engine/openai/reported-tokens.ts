/** The counts of tokens in the replies of servers. */
import { z } from 'zod'
import type { ReportedTokens } from './sampling-api.ts'

const count = z.int().nonnegative()

const openai = z.looseObject({
  usage: z.looseObject({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z.looseObject({ cached_tokens: count.nullish() }).nullish(),
  }),
})

/** `usage`, as the OpenAI API has it. */
export function openaiTokens(reply: unknown): ReportedTokens | null {
  const { success, data } = openai.safeParse(reply)
  if (!success) return null
  const {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    prompt_tokens_details: details,
  } = data.usage
  return { promptTokens, completionTokens, cachedTokens: details?.cached_tokens ?? null }
}

const llamaCpp = z.looseObject({
  tokens_evaluated: count,
  tokens_predicted: count,
  timings: z.looseObject({ cache_n: count.nullish() }).nullish(),
})

/** Of `/completion` of llama.cpp: the whole prompt, of which `cache_n` was there already. */
export function llamaCppTokens(reply: unknown): ReportedTokens | null {
  const { success, data } = llamaCpp.safeParse(reply)
  if (!success) return null
  const { tokens_evaluated: promptTokens, tokens_predicted: completionTokens, timings } = data
  return { promptTokens, completionTokens, cachedTokens: timings?.cache_n ?? null }
}
