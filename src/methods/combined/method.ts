/**
 * Both kinds of sample from one turn: A_t = w_b r + w_o (log π(a_t | s, hint) − log π(a_t | s)), with what the turn has of the two.
 * Source: Wang et al., OpenClaw-RL, arXiv 2603.10165, combined objective; both weights are 1 there. Pure.
 */
import { z } from 'zod'
import { zip } from '../../math/zip.ts'
import { binaryAdvantages } from '../binary/method.ts'
import { distilled } from '../opd/method.ts'
import { turnSections, turnSettings, votesSection } from '../turns/settings.ts'
import { neverEnding, type Hindsight, type TurnAdvantage, type TurnMethod } from '../turns/turn-method.ts'

const weight = z.number().min(0).max(100).default(1)

const schema = z.strictObject({
  ...turnSections,
  verdicts: votesSection(64),
  hints: votesSection(256),
  weights: z
    .strictObject({
      binary: weight.describe('w_b, of the majority of the verdicts'),
      opd: weight.describe('w_o, of the distillation'),
    })
    .prefault({})
    .describe('how much each kind of sample counts'),
})

type Weights = z.output<typeof schema>['weights']

export const combined: TurnMethod = {
  name: 'combined',
  schema,
  begin: given => {
    const { verdicts, hints, weights, ...settings } = turnSettings('combined', schema, given)
    return {
      ...{ settings, verdicts, hints, unit: 'turn', rewardModel: null, sessions: neverEnding },
      credit: group => ({
        policy: group.map(episode =>
          zip(binaryAdvantages(episode), episode.hindsights).map(([reward, hindsight]) =>
            combinedAdvantage(reward, hindsight, weights),
          ),
        ),
        rewardModel: null,
      }),
    }
  },
}

/** @param reward of the turn, or why it has none. @returns why there is no advantage, if it has neither. */
export function combinedAdvantage(
  reward: TurnAdvantage,
  hindsight: Hindsight | null,
  { binary, opd }: Weights,
): TurnAdvantage {
  const signed = typeof reward === 'number' ? binary * reward : reward
  if (hindsight === null) return signed
  const base = typeof signed === 'number' ? signed : 0
  return distilled(hindsight).map(difference => base + opd * difference)
}
