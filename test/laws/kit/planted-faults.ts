/** Faults planted in the formulas that come with the package, each with the law that finds it. */
import { consistencyRewards, consistencyAdvantages } from '../../../src/reward/verdicts/consistency.ts'
import { policyAdvantages } from '../../../src/learning/segments/advantages.ts'
import type { Outcome, Vote } from '../../../src/reward/votes.ts'
import type { ByStep, Formulas } from '../../../src/methods/rlanything/formulation/formulation.ts'
import type { Change } from '../../../src/curriculum/acceptance/change.ts'
import { clipped, type ClippedOptions } from '../../../src/losses/clipped.ts'
import type { SpanLoss, SpanRule } from '../../../src/losses/objective.ts'
import { mean, populationStandardDeviation, standardise } from '../../../src/math/statistics.ts'
import { present } from '../../fixtures/present.ts'
import { nth } from '../../../src/math/nth.ts'
import { clip, fault, right, type PlantedFault } from './planted-fault.ts'

const sum = (votes: readonly Vote[]): number => votes.reduce<number>((total, vote) => total + vote, 0)

/** Another reward from the outcome and the votes on the step. */
const reward = (of: (outcome: Outcome, votes: readonly Vote[]) => number): Pick<Formulas, 'stepReward'> => ({
  stepReward: ({ outcome, votes }, step) => of(outcome, votes[step] ?? []),
})

/** Another number for each column of rewards, none of them missing. */
const columns = (of: (rewards: readonly number[]) => readonly number[]): Pick<Formulas, 'advantages'> => ({
  advantages: rewards => {
    const result = rewards.map(row => [...row])
    const longest = Math.max(...rewards.map(({ length }) => length))
    for (let step = 0; step < longest; step += 1) {
      const reaching = [...rewards.keys()].filter(episode => typeof nth(rewards, episode)[step] === 'number')
      const values = of(reaching.map(episode => nth(rewards, episode)[step] ?? 0))
      reaching.forEach((episode, place) => (nth(result, episode)[step] = nth(values, place)))
    }
    return result
  },
})

const filled = (rewards: ByStep, value: number): number[][] => rewards.map(row => row.map(each => each ?? value))

/** The loss with its numbers changed after it was computed. */
const loss = (change: (was: SpanLoss, options: ClippedOptions, logprobs: readonly number[]) => Partial<SpanLoss>) => ({
  rule: ((logprobs, span) => {
    const options = { ...clip, ...span }
    const was = clipped(logprobs, options)
    return { ...was, ...change(was, options, Array.from(logprobs)) }
  }) satisfies SpanRule,
})

const accepting = (accepts: (change: Change, from: number, to: number) => boolean) => ({
  accepts: (change: Change) =>
    accepts(
      change,
      change.current.successes / change.current.trials,
      change.proposed.successes / change.proposed.trials,
    ),
})

/** Other rewards of tests, by what each makes of correct and incorrect programs; none where none is correct. */
const tests = (
  of: (was: number, correct: readonly boolean[], ofTest: readonly boolean[], index: number) => number | null,
) => ({
  testRewards: (correct: readonly boolean[], passes: readonly (readonly boolean[])[]) =>
    right
      .testRewards(correct, passes)
      .map((was, index) => (was === null ? null : of(was, correct, nth(passes, index), index))),
})

const votesOf = (change: (rewards: number[], votes: readonly Vote[], reward: number) => number[]) => ({
  voteRewards: (of: number, votes: readonly Vote[]) => change(consistencyRewards(of, votes, 2), votes, of),
})

export const plantedFaults: readonly PlantedFault[] = [
  /* The reward of a step. */
  fault(
    'the sign of the votes is turned',
    'vote-monotone',
    reward((outcome, votes) => outcome - sum(votes) / votes.length),
  ),
  fault(
    'the sign of the outcome is turned',
    'outcome-monotone',
    reward((outcome, votes) => sum(votes) / votes.length - outcome),
  ),
  fault('of what was done, that which was not is rewarded', 'score-monotone', {
    stepReward: ({ outcome, score }) => outcome - score,
  }),
  fault('every further step is worth more', 'failure-earns-less', {
    stepReward: ({ outcome }, step) => outcome + step,
  }),
  fault('every step of an episode costs', 'failure-earns-less', {
    stepReward: ({ outcome, votes }) => outcome - votes.length / 2,
  }),
  fault('the longer episode has the advantage', 'failure-has-less-advantage', {
    advantages: rewards => rewards.map(row => row.map(() => row.length - mean(rewards.map(({ length }) => length)))),
  }),
  fault('soft votes are rounded to verdicts', 'soft-votes-are-means', {
    stepReward: ({ outcome, votes, softVotes = votes }, step) => outcome + mean((softVotes[step] ?? []).map(Math.sign)),
  }),
  fault(
    'votes are summed, not averaged',
    'reward-range',
    reward((outcome, votes) => outcome + sum(votes)),
  ),
  fault(
    'malformed votes leave the denominator',
    'reward-finite',
    reward((outcome, votes) => outcome + sum(votes) / votes.filter(vote => vote !== 0).length),
  ),
  fault(
    'the denominator is m − 1',
    'reward-finite',
    reward((outcome, votes) => outcome + sum(votes) / (votes.length - 1)),
  ),
  fault(
    'the denominator is m + 1',
    'theorem-2-weight',
    reward((outcome, votes) => outcome + sum(votes) / (votes.length + 1)),
  ),
  fault(
    'λ is squared twice over',
    'theorem-2-weight',
    reward((outcome, votes) => outcome + (0.5 * sum(votes)) / votes.length),
  ),
  fault(
    'outcome and votes are multiplied',
    'vote-monotone',
    reward((outcome, votes) => outcome * (1 + sum(votes) / votes.length)),
  ),
  fault(
    'only the majority counts',
    'reward-precision',
    reward((outcome, votes) => outcome + Math.sign(sum(votes))),
  ),
  fault(
    'only the first vote counts',
    'reward-vote-order',
    reward((outcome, votes) => outcome + (votes[0] ?? 0)),
  ),
  fault(
    'a malformed vote counts as praise',
    'malformed-is-no-praise',
    reward((outcome, votes) => outcome + votes.filter(vote => vote >= 0).length / votes.length),
  ),
  fault(
    'the outcome is 0 or 1',
    'theorem-2-weight',
    reward((outcome, votes) => (outcome + 1) / 2 + sum(votes) / votes.length),
  ),
  fault('the votes of the next step are read', 'vote-monotone', {
    stepReward: ({ outcome, votes }, step) => outcome - sum(votes[step] ?? []) / 8 + sum(votes[step + 1] ?? []) / 8,
  }),

  /* The policy's advantages. */
  fault(
    'the deviation is that of a sample',
    'centred',
    columns(values =>
      values.length < 2
        ? values.map(() => 0)
        : standardise(values).map(value => value * Math.sqrt((values.length - 1) / values.length)),
    ),
  ),
  fault(
    'the variance divides, not the deviation',
    'centred',
    columns(values => standardise(values).map(value => value / Math.max(1e-8, populationStandardDeviation(values)))),
  ),
  fault(
    'nothing guards against a deviation of 0',
    'advantage-finite',
    columns(values => values.map(value => (value - mean(values)) / populationStandardDeviation(values))),
  ),
  fault(
    'a deviation of 0 is met with a tiny ε',
    'advantage-bounded',
    columns(values =>
      values.map((value, own) => {
        const others = values.filter((_, index) => index !== own)
        return others.length === 0 ? 0 : (value - mean(others)) / (populationStandardDeviation(others) + 1e-6)
      }),
    ),
  ),
  fault(
    'the mean is not taken away',
    'centred',
    columns(values => values.map(value => value / (populationStandardDeviation(values) + 1))),
  ),
  fault('it is standardised twice, over steps and then over the group', 'centred', {
    advantages: rewards => {
      const once = policyAdvantages(rewards, 'drop')
      const scaled = standardise(once.flat().filter(value => value !== null))
      let next = 0
      return once.map(row => row.map(value => (value === null ? null : nth(scaled, (next += 1) - 1))))
    },
  }),
  fault('a lone episode keeps its reward', 'singleton', { advantages: rewards => policyAdvantages(rewards, 'raw') }),
  fault('NaN becomes 0', 'no-silent-nan', {
    advantages: rewards =>
      policyAdvantages(
        rewards.map(row => row.map(value => (value === null || Number.isFinite(value) ? value : 0))),
        'drop',
      ),
  }),
  fault('a missing reward is 0', 'advantage-shape', {
    advantages: rewards => policyAdvantages(filled(rewards, 0), 'drop'),
  }),
  fault('a missing reward counts 0 in its group', 'hole-leaves-its-group', {
    advantages: rewards =>
      policyAdvantages(filled(rewards, 0), 'drop').map((row, episode) =>
        row.map((value, step) => (nth(rewards, episode)[step] === null ? null : value)),
      ),
  }),
  fault(
    'the last episode is left out of the group',
    'centred',
    columns(values => [...standardise(values.slice(0, -1)), 0]),
  ),
  fault('groups are by the step before', 'episode-order', {
    advantages: rewards => {
      const A = policyAdvantages(rewards, 'drop')
      return A.map((row, episode) =>
        row.map((value, step) => (value === null ? null : (nth(A, (episode + 1) % A.length)[step] ?? 0))),
      )
    },
  }),
  fault(
    'the sign of the advantage is turned',
    'advantage-monotone',
    columns(values => standardise(values).map(value => -value)),
  ),

  /* The reward model. */
  fault(
    'right and wrong votes are mixed up',
    'consistency-sign',
    votesOf(rewards => rewards.map(value => -value)),
  ),
  fault(
    'a malformed vote gets 0',
    'malformed-not-better-than-wrong',
    votesOf((rewards, votes) => rewards.map((value, j) => (votes[j] === 0 ? 0 : value))),
  ),
  fault(
    'the penalty is a reward',
    'malformed-never-pays',
    votesOf((rewards, votes) => rewards.map((value, j) => (votes[j] === 0 ? 2 : value))),
  ),
  fault('votes are compared with the outcome alone', 'theorem-2-weight', {
    voteRewards: (_, votes, outcome) => votes.map(vote => (vote === 0 ? -2 : vote * outcome)),
  }),
  fault('the reward model is paid for agreeing with itself', 'better-than-chance-pays', {
    voteRewards: (_, votes) => votes.map(vote => (vote === 0 ? -2 : vote * Math.sign(sum(votes)) - 1)),
  }),
  fault(
    'the reward of the first vote goes to all',
    'vote-order',
    votesOf(rewards => rewards.map(() => nth(rewards, 0))),
  ),
  fault('groups of the reward model are by step of an episode', 'vote-centred', {
    voteAdvantages: rewards => consistencyAdvantages(rewards, 'step'),
  }),
  fault('groups of the reward model are by step index', 'vote-centred', {
    voteAdvantages: rewards => consistencyAdvantages(rewards, 'step-index'),
  }),
  fault("nothing guards against the reward model's deviation of 0", 'vote-advantage-finite', {
    voteAdvantages: rewards => {
      const all = rewards.flat(2)
      return rewards.map(steps =>
        steps.map(ofStep => ofStep.map(value => (value - mean(all)) / populationStandardDeviation(all))),
      )
    },
  }),

  /* Acceptance. */
  fault(
    'the bounds of the band are not strict',
    'accepted-strictly-between',
    accepting(({ direction, band }, from, to) =>
      direction === 'harder' ? band.low <= to && to < from : from < to && to <= band.high,
    ),
  ),
  fault(
    'a task that did not change is accepted',
    'unchanged-never-accepted',
    accepting(({ direction, band }, from, to) =>
      direction === 'harder' ? band.low < to && to <= from : from <= to && to < band.high,
    ),
  ),
  fault(
    'harder and easier are mixed up',
    'accepted-strictly-between',
    accepting(({ direction, band }, from, to) =>
      direction === 'easier' ? band.low < to && to < from : from < to && to < band.high,
    ),
  ),
  fault(
    'the direction is not asked',
    'one-direction',
    accepting(({ band }, _, to) => band.low < to && to < band.high),
  ),
  fault('shares are compared as counts', 'accepted-strictly-between', {
    accepts: ({ direction, current, proposed }) =>
      direction === 'harder' ? proposed.successes < current.successes : proposed.successes > current.successes,
  }),
  fault(
    'everything is refused',
    'something-is-accepted',
    accepting(() => false),
  ),
  fault('the accuracy of the last decision is used', 'decision-repeats', stale()),

  /* The loss. */
  fault(
    'the sign of the loss is turned',
    'at-the-old-model',
    loss(({ loss: was, gradient }) => ({ loss: -was, gradient: gradient.map(value => -value) })),
  ),
  fault(
    'the gradient is not divided by the number of tokens',
    'gradient',
    loss(({ gradient }) => ({ gradient: gradient.map(value => value * gradient.length) })),
  ),
  fault(
    'the loss is summed over tokens',
    'mean-over-tokens',
    loss(({ loss: was, gradient }) => ({
      loss: was * gradient.length,
      gradient: gradient.map(value => value * gradient.length),
    })),
  ),
  fault('a sum over tokens is claimed, and a mean taken', 'sum-over-tokens', {
    claims: { ...right.claims, overTokens: 'sum' },
  }),
  fault('the wrong side is clipped', 'clip-bounds-the-step', {
    rule: (logprobs, { advantage, oldLogprobs }) =>
      clipped(logprobs, { advantage, oldLogprobs, clip: 0.9, klWeight: 0.01 }),
  }),
  fault(
    'the gradient is cut within the clip',
    'inside-the-clip-is-free',
    loss(({ gradient }, { klWeight }, logprobs) => ({
      gradient: gradient.map((_, t) => (klWeight * nth(logprobs, t) * 0) / logprobs.length),
    })),
  ),
  fault(
    'the penalty is of the first kind, d',
    'counts',
    loss((_, { oldLogprobs }, logprobs) => ({
      kl: logprobs.reduce((total, value, t) => total + present(oldLogprobs[t]) - value, 0),
    })),
  ),
  fault('the penalty pushes away', 'penalty-pulls-back', {
    rule: (logprobs, { advantage, oldLogprobs }) => {
      const was = clipped(logprobs, { advantage, oldLogprobs, clip: 0.2, klWeight: 0 })
      const penalty = clipped(logprobs, { advantage: 0, oldLogprobs, clip: 0.2, klWeight: 0.01 })
      return {
        ...was,
        loss: was.loss - penalty.loss,
        gradient: was.gradient.map((value, t) => value - nth(penalty.gradient, t)),
      }
    },
  }),
  fault(
    'the last token is padding that counts',
    'mean-over-tokens',
    loss(({ loss: was, gradient }) => ({ loss: (was * gradient.length) / (gradient.length + 1) })),
  ),

  /* The reward of a unit test. */
  fault(
    'the share of incorrect programs caught is taken of none',
    'test-reward-finite',
    tests((was, correct) => was / correct.filter(is => !is).length),
  ),
  fault('without a correct program a test gets 0', 'no-correct-program', {
    testRewards: (correct, passes) => right.testRewards(correct, passes).map(reward => reward ?? 0),
  }),
  fault(
    'the first program alone is looked at',
    'program-order',
    tests((_, correct, ofTest) => (correct[0] === ofTest[0] ? 1 : -1)),
  ),
  fault(
    'later tests count less',
    'test-order',
    tests((was, _correct, _ofTest, index) => was / (index + 1)),
  ),
  fault(
    'programs that fail are all that counts',
    'valid-never-below-invalid',
    tests((_, _correct, ofTest) => ofTest.filter(passes => !passes).length),
  ),
  fault(
    'a test earns by the incorrect programs that fail it, whatever correct ones do',
    'invalid-never-earns',
    tests((_, correct, ofTest) => ofTest.filter((passes, program) => !passes && !correct[program]).length),
  ),
  fault(
    'incorrect programs that fail cost, not pay',
    'catching-never-costs',
    tests(was => (was > 0 ? -was : was)),
  ),
  fault(
    'a test is right or wrong, and nothing more',
    'detecting-pays',
    tests((_, correct, ofTest) => (ofTest.every((passes, program) => passes || !correct[program]) ? 1 : -1)),
  ),
  fault(
    'rewards are squared',
    'test-reward-bounded',
    tests(was => was * Math.abs(was)),
  ),
]

/** Decides by the measurement before. */
function stale(): Pick<Formulas, 'accepts'> {
  let before = false
  return {
    accepts: change => {
      const was = before
      before = right.accepts(change)
      return was
    },
  }
}
