/** How an episode is laid out in tokens: what the world says, the cue to act, the action and its end. */
import type { Tokenizer } from '../tokenizer/tokenizer.ts'

/** What the policy reads before it acts: the observation, then the cue. */
export const promptTokens = (tokenizer: Tokenizer, observation: string): Int32Array =>
  Int32Array.of(...tokenizer.encode(observation), tokenizer.id('<act>'))

/** An action as the policy would have written it, the end token included. */
export const actionTokens = (tokenizer: Tokenizer, action: string): Int32Array =>
  Int32Array.of(...tokenizer.encode(action), tokenizer.id('<end>'))

/** The text of a sampled action or vote, without the end token. */
export const sampledText = (tokenizer: Tokenizer, tokens: Int32Array): string => {
  const end = tokens.indexOf(tokenizer.id('<end>'))
  return tokenizer.decode(end === -1 ? tokens : tokens.slice(0, end))
}

/** What a judge reads that is not to know the answer: what was asked. */
export const openingTokens = (tokenizer: Tokenizer, opening: string): Int32Array =>
  Int32Array.from(tokenizer.encode(opening))

/** What the judge reads of one step: the opening before the first, the action, and what it led to. */
export const stepTokens = (
  tokenizer: Tokenizer,
  { opening, action, observation }: { opening: string; action: string; observation: string },
): Int32Array =>
  Int32Array.of(
    ...tokenizer.encode(opening),
    tokenizer.id('<act>'),
    ...actionTokens(tokenizer, action),
    ...tokenizer.encode(observation),
  )
