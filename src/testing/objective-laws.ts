import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Objective, SpanLoss } from '../losses/objective.ts'
import { tokenLogprobs, type TokenLogprobs } from './arbitraries.ts'
import type { Law } from './law.ts'

/** An objective applied to a span. */
export type SpanLossRule = (
  objective: Objective,
  logprobs: readonly number[],
  span: { readonly advantage: number; readonly oldLogprobs: readonly number[] },
) => SpanLoss

/** What the loss of a span must satisfy for any engine to train by its gradient. */
export const objectiveLaws = (objective: Objective, spanLoss: SpanLossRule): readonly Law[] => {
  const apply = (tokens: readonly TokenLogprobs[], advantage: number) =>
    spanLoss(
      objective,
      tokens.map(({ now }) => now),
      { advantage, oldLogprobs: tokens.map(({ old }) => old) },
    )
  const moved = (tokens: readonly TokenLogprobs[], t: number, by: number) =>
    tokens.map((token, index) => (index === t ? { ...token, now: token.now + by } : token))
  return [
    {
      name: `${objective.kind}: the gradient is that of the loss, wherever it has one`,
      check: () =>
        fc.assert(
          fc.property(tokenLogprobs, advantages, (tokens, advantage) => {
            const { gradient } = apply(tokens, advantage)
            assert.equal(gradient.length, tokens.length)
            tokens.forEach((token, t) => {
              if (nearKink(objective, token)) return
              const rise =
                apply(moved(tokens, t, nudge), advantage).loss - apply(moved(tokens, t, -nudge), advantage).loss
              const slope = rise / (2 * nudge)
              assert.ok(
                Math.abs(gradient[t]! - slope) <= 1e-5 * (1 + Math.abs(slope)),
                `${gradient[t]} is not ${slope}`,
              )
            })
          }),
        ),
    },
    {
      name: `${objective.kind}: a span said twice over has the same loss`,
      check: () =>
        fc.assert(
          fc.property(tokenLogprobs, advantages, (tokens, advantage) => {
            const once = apply(tokens, advantage).loss
            assert.ok(Math.abs(apply([...tokens, ...tokens], advantage).loss - once) <= 1e-9 * (1 + Math.abs(once)))
          }),
        ),
    },
    {
      name: `${objective.kind}: the penalty is never negative, nor are there more clipped tokens than tokens`,
      check: () =>
        fc.assert(
          fc.property(tokenLogprobs, advantages, (tokens, advantage) => {
            const { kl, clipped } = apply(tokens, advantage)
            assert.ok(kl >= 0)
            assert.ok(Number.isInteger(clipped) && clipped >= 0 && clipped <= tokens.length)
          }),
        ),
    },
  ]
}

const nudge = 1e-5
const advantages = fc.double({ min: -3, max: 3, noNaN: true })

/** Within reach of a nudge the clipped loss has two slopes. */
const nearKink = (objective: Objective, { now, old }: TokenLogprobs): boolean =>
  objective.kind === 'clipped' &&
  [1 - objective.clip, 1 + objective.clip].some(edge => Math.abs(now - old - Math.log(edge)) < 10 * nudge)
