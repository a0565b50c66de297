/** The layout of an episode in tokens: the observation, `<act>`, the action and `<end>`. */
import type { Tokenizer } from '../tokenizer/tokenizer.ts'

/** The prompt of the policy: the observation, then `<act>`. */
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

/** The prompt of a judge that must not see the action: the opening. */
export const openingTokens = (tokenizer: Tokenizer, opening: string): Int32Array =>
  Int32Array.from(tokenizer.encode(opening))

/** The prompt of the judge for one step: the opening before the first, the action, and the observation after it. */
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
