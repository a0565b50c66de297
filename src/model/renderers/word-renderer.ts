/** The layout of an episode in tokens: the observation, `<act>`, the action and `<end>`. */
import { concatenated } from '../tensors/side-by-side.ts'
import { unmarked, type Tokenizer } from '../tokenizer/tokenizer.ts'
import type { ObservedStep } from './renderer.ts'
import { writtenText } from './written-text.ts'

/** The prompt of the policy: the observation, then `<act>`. */
export const promptTokens = (tokenizer: Tokenizer, observation: string): Int32Array =>
  concatenated(Int32Array, [tokenizer.encode(unmarked(observation)), [tokenizer.id('<act>')]])

/** An action, test or vote as its model should write it, marks of votes and the end token included. */
export const actionTokens = (tokenizer: Tokenizer, action: string): Int32Array =>
  concatenated(Int32Array, [tokenizer.encode(action), [tokenizer.id('<end>')]])

/** The text of a sampled action or vote, without the end token. */
export const sampledText = (tokenizer: Tokenizer, tokens: Int32Array): string =>
  writtenText(tokenizer, [tokenizer.id('<end>')])(tokens)

/** The prompt of a reward model that must not see the action: the opening. */
export const openingTokens = (tokenizer: Tokenizer, opening: string): Int32Array => tokenizer.encode(unmarked(opening))

/** The prompt of the reward model for one step: the opening and the earlier observations, where it is to read them, the action, and the observation after it. */
export const stepTokens = (
  tokenizer: Tokenizer,
  { opening, before = '', action, observation }: Omit<ObservedStep, 'step'>,
): Int32Array =>
  concatenated(Int32Array, [
    tokenizer.encode(unmarked(opening)),
    tokenizer.encode(unmarked(before)),
    [tokenizer.id('<act>')],
    tokenizer.encode(unmarked(action)),
    [tokenizer.id('<end>')],
    tokenizer.encode(unmarked(observation)),
  ])
