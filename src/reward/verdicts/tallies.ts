/** The counts that the shares of `verdictQuality` are ratios of, task by task. Pure. */
import type { Rollout } from '../../contracts/episode.ts'
import { zip } from '../../math/zip.ts'
import { rolloutsOf, type TaskGroup } from '../../rollout/groups.ts'
import type { RatioOfSums } from '../../statistics/ratio-difference.ts'
import { outcomeOf } from '../outcome.ts'
import { majority } from './quality.ts'
import { votedSteps } from './voted-steps.ts'

/** [tasks] each, in their order, 0 where nothing could be played or graded. */
interface VerdictTallies {
  /** Steps that the expert calls good, and those of them whose majority is +. */
  readonly good: readonly number[]
  readonly goodRight: readonly number[]
  /** Steps that it calls bad, and those of them whose majority is −. */
  readonly bad: readonly number[]
  readonly badRight: readonly number[]
  /** Episodes with a vote, and those whose majority of all votes is their outcome. */
  readonly episodes: readonly number[]
  readonly outcomeRight: readonly number[]
  /** Votes on steps of won episodes, and those of them that are +. */
  readonly wonVotes: readonly number[]
  readonly wonPlus: readonly number[]
  /** Votes on steps of lost episodes, and those of them that are −. */
  readonly lostVotes: readonly number[]
  readonly lostMinus: readonly number[]
}

export function verdictTallies(groups: readonly TaskGroup[]): VerdictTallies {
  const tasks = groups.map(group => rolloutsOf(group).map(countsOf))
  const sums = (name: keyof VerdictTallies): number[] =>
    tasks.map(episodes => episodes.reduce((sum, counts) => sum + counts[name], 0))
  return {
    good: sums('good'),
    goodRight: sums('goodRight'),
    bad: sums('bad'),
    badRight: sums('badRight'),
    episodes: sums('episodes'),
    outcomeRight: sums('outcomeRight'),
    wonVotes: sums('wonVotes'),
    wonPlus: sums('wonPlus'),
    lostVotes: sums('lostVotes'),
    lostMinus: sums('lostMinus'),
  }
}

function countsOf(rollout: Rollout): Readonly<Record<keyof VerdictTallies, number>> {
  const outcome = outcomeOf(rollout)
  const steps = votedSteps(rollout)
  const votes = steps.flatMap(step => step.votes)
  const verdicts = steps.map(step => ({ good: step.good, verdict: majority(step.votes) }))
  const good = verdicts.filter(step => step.good === true)
  const bad = verdicts.filter(step => step.good === false)
  const agreeing = votes.filter(vote => vote === outcome).length
  const [won, lost] = outcome === 1 ? [1, 0] : [0, 1]
  return {
    good: good.length,
    goodRight: good.filter(({ verdict }) => verdict === 1).length,
    bad: bad.length,
    badRight: bad.filter(({ verdict }) => verdict === -1).length,
    episodes: votes.length > 0 ? 1 : 0,
    outcomeRight: votes.length > 0 && majority(votes) === outcome ? 1 : 0,
    wonVotes: won * votes.length,
    wonPlus: won * agreeing,
    lostVotes: lost * votes.length,
    lostMinus: lost * agreeing,
  }
}

type Ratios = (tallies: VerdictTallies) => readonly RatioOfSums[]

const plus: Ratios = ({ wonVotes, wonPlus }) => [{ weight: 1, numerators: wonPlus, denominators: wonVotes }]
const minus: Ratios = ({ lostVotes, lostMinus }) => [{ weight: 1, numerators: lostMinus, denominators: lostVotes }]

/** Measures of `VerdictQuality` by their tallies; of p₊, p₋ and μ where every step has as many votes. */
export const verdictRatios = {
  process: ({ good, goodRight, bad, badRight }) => [
    { weight: 1, numerators: sumsOf(goodRight, badRight), denominators: sumsOf(good, bad) },
  ],
  processBalanced: ({ good, goodRight, bad, badRight }) => [
    { weight: 1 / 2, numerators: goodRight, denominators: good },
    { weight: 1 / 2, numerators: badRight, denominators: bad },
  ],
  outcome: ({ episodes, outcomeRight }) => [{ weight: 1, numerators: outcomeRight, denominators: episodes }],
  pPlus: plus,
  pMinus: minus,
  mu: tallies => [...plus(tallies), ...minus(tallies)],
} satisfies Readonly<Record<string, Ratios>>

const sumsOf = (as: readonly number[], bs: readonly number[]): number[] => zip(as, bs).map(([a, b]) => a + b)
