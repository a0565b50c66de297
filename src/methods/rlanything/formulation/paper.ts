import { policyAdvantages, type SingletonRule } from '../../../learning/segments/advantages.ts'
import { consistencyRewards, consistencyAdvantages, type VoteGroup } from '../../../reward/verdicts/consistency.ts'
import { integratedReward } from '../../../reward/integrated.ts'
import { unitTestReward } from '../../../reward/unit-tests/reward.ts'
import { byPaper } from './acceptance-rule.ts'
import type { Formulas } from './formulation.ts'
import { votesOn } from './votes-on.ts'

export interface PaperOptions {
  /** λ ≥ 0, the weight of the step signal. */
  readonly lambda: number
  readonly singleton: SingletonRule
  /** ≥ 0; above 1 + λ it never pays to be malformed. */
  readonly malformedPenalty: number
  readonly voteGroup: VoteGroup
}

/** The settings of the formulation that goes by the name `paper`; a run without it trains by its configuration's. */
export const asPublished: PaperOptions = { lambda: 1, singleton: 'drop', malformedPenalty: 2, voteGroup: 'step' }

/**
 * The paper's formulation, by the formulas of `src/reward` and `src/learning`. It has no loss: that is the configuration's.
 * Source: RLAnything, arXiv 2602.02488. Departures: those of its parts (singletons are dropped, the penalty of 2).
 */
export function paper(options: Partial<PaperOptions> = {}): Formulas {
  const { lambda, singleton, malformedPenalty, voteGroup } = { ...asPublished, ...options }
  return {
    name: 'paper',
    stepReward: (episode, step) => integratedReward(episode.outcome, votesOn(episode, step), lambda),
    advantages: rewards => policyAdvantages(rewards, singleton),
    voteRewards: (reward, votes) => consistencyRewards(reward, votes, malformedPenalty),
    testRewards: (correct, passes) => passes.map(ofTest => unitTestReward(correct, ofTest)),
    voteAdvantages: rewards => consistencyAdvantages(rewards, voteGroup),
    accepts: byPaper,
    claims: {
      lambda,
      soft: true,
      rewardRange: [-(1 + lambda), 1 + lambda],
      ...(singleton === 'drop' ? { policy: { over: 'step-index', unit: true } } : {}),
      votes: { over: voteGroup },
    },
  }
}

/**
 * The paper's formulation where the reward model writes unit tests: R is the share of the hidden tests that a program
 * passes, and the reward model is not in it.
 * Source: RLAnything, arXiv 2602.02488, the coding variant.
 */
export function paperOfPrograms(options: Partial<PaperOptions> = {}): Formulas {
  const { claims, ...parts } = paper(options)
  const { lambda: _lambda, soft: _soft, ...others } = claims
  return {
    ...parts,
    name: 'paper, of programs',
    stepReward: ({ score }) => score,
    claims: { ...others, writes: 'tests', rewardRange: [0, 1] },
  }
}
