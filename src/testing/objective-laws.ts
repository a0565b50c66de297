import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { SpanRule } from '../losses/objective.ts'
import { tokenLogprobs, type TokenLogprobs } from './arbitraries.ts'
import type { Law } from './law.ts'

/**
 * What an objective must satisfy for any engine to train by its gradient.
 *
 * @param name for the laws' sentences.
 */
export const objectiveLaws = (name: string, rule: SpanRule): readonly Law[] => {
  const apply = (tokens: readonly TokenLogprobs[], advantage: number) =>
    rule(
      tokens.map(({ now }) => now),
      { advantage, oldLogprobs: tokens.map(({ old }) => old) },
    )
  const moved = (tokens: readonly TokenLogprobs[], t: number, by: number) =>
    tokens.map((token, index) => (index === t ? { ...token, now: token.now + by } : token))
  return [
    {
      name: `${name}: the gradient is that of the loss; at a kink it lies between the slopes of both sides`,
      check: () =>
        fc.assert(
          fc.property(tokenLogprobs, advantages, (tokens, advantage) => {
            const { loss, gradient } = apply(tokens, advantage)
            assert.equal(gradient.length, tokens.length)
            tokens.forEach((_, t) => {
              const before = (loss - apply(moved(tokens, t, -nudge), advantage).loss) / nudge
              const after = (apply(moved(tokens, t, nudge), advantage).loss - loss) / nudge
              const [low, high] = [Math.min(before, after), Math.max(before, after)]
              const margin = 1e-5 * (1 + Math.abs(before) + Math.abs(after))
              assert.ok(
                gradient[t]! >= low - margin && gradient[t]! <= high + margin,
                `${gradient[t]} is not between ${low} and ${high}`,
              )
            })
          }),
        ),
    },
    {
      name: `${name}: a span said twice over has the same loss`,
      check: () =>
        fc.assert(
          fc.property(tokenLogprobs, advantages, (tokens, advantage) => {
            const once = apply(tokens, advantage).loss
            assert.ok(Math.abs(apply([...tokens, ...tokens], advantage).loss - once) <= 1e-9 * (1 + Math.abs(once)))
          }),
        ),
    },
    {
      name: `${name}: the penalty is never negative, nor are there more clipped tokens than tokens`,
      check: () =>
        fc.assert(
          fc.property(tokenLogprobs, advantages, (tokens, advantage) => {
            const { kl, clipped } = apply(tokens, advantage)
            assert.ok(kl >= 0)
            assert.ok(Number.isInteger(clipped) && clipped >= 0 && clipped <= tokens.length)
          }),
        ),
    },
    {
      name: `${name}: the same span has the same loss, whatever was asked between`,
      check: () =>
        fc.assert(
          fc.property(tokenLogprobs, tokenLogprobs, advantages, (tokens, others, advantage) => {
            const first = apply(tokens, advantage)
            apply(others, -advantage)
            assert.deepEqual(apply(tokens, advantage), first)
          }),
        ),
    },
  ]
}

const nudge = 1e-5
const advantages = fc.double({ min: -3, max: 3, noNaN: true })
