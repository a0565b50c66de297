import { actionTokens, openingTokens, promptTokens, sampledText, stepTokens } from './word-renderer.ts'
import type { Renderer } from './renderer.ts'
import { rewriting } from './rewritten.ts'
import type { Tokenizer } from '../tokenizer/tokenizer.ts'

/** Of a model with a world's vocabulary. @throws {RangeError} if its tokenizer lacks the mark of a wanted reply. */
export function wordsRenderer(tokenizer: Tokenizer): Renderer {
  const text = (tokens: Int32Array): string => sampledText(tokenizer, tokens)
  const answer = (said: string): Int32Array => actionTokens(tokenizer, said)
  return {
    form: 'words',
    stop: [tokenizer.id('<end>')],
    turn: observation => promptTokens(tokenizer, observation),
    action: text,
    answer,
    rewritten: rewriting(tokenizer, [tokenizer.id('<end>')]),
    text,
    reading: protocol => ({
      read:
        protocol === 'unit-tests'
          ? ({ opening }) => openingTokens(tokenizer, opening)
          : step => stepTokens(tokenizer, step),
      promptSuffix: Int32Array.of(tokenizer.id('<vote>')),
      text,
      answer,
    }),
    question: () => {
      throw new RangeError('a word-level model reads no prose: it needs a chat template, got none')
    },
  }
}
