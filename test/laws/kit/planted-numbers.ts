/** Faults that look right on small, whole examples: state, missing rewards, lost digits, deviations of nearly 0. */
import { policyAdvantages } from '../../../src/learning/segments/advantages.ts'
import { consistencyRewards, consistencyAdvantages } from '../../../src/reward/verdicts/consistency.ts'
import type { ByStep, ByVote, Formulas } from '../../../src/methods/rlanything/formulation/formulation.ts'
import { clipped } from '../../../src/losses/clipped.ts'
import { mean, populationStandardDeviation, standardise } from '../../../src/math/statistics.ts'
import { present } from '../../fixtures/present.ts'
import { nth } from '../../../src/math/nth.ts'
import { fault, right, type PlantedFault } from './planted-fault.ts'

const drop = (rewards: ByStep) => policyAdvantages(rewards, 'drop')

/** Adds a little that is not of the input to every reward of a step. */
const stirred = (by: () => number): Pick<Formulas, 'stepReward'> => ({
  stepReward: (...given) => right.stepReward(...given) + by() * 1e-3,
})

/** Each column of rewards by a formula of its own. */
const byColumn =
  (of: (values: readonly number[]) => readonly number[]) =>
  (rewards: ByStep): ByStep => {
    const result = rewards.map(row => [...row])
    for (let step = 0; step < Math.max(...rewards.map(({ length }) => length)); step += 1) {
      const reaching = [...rewards.keys()].filter(episode => typeof nth(rewards, episode)[step] === 'number')
      const values = of(reaching.map(episode => present(nth(rewards, episode)[step])))
      reaching.forEach((episode, place) => (nth(result, episode)[step] = nth(values, place)))
    }
    return result
  }

const overTask = (of: (values: readonly number[]) => readonly number[]) => ({
  voteAdvantages: (rewards: ByVote): ByVote => {
    const values = of(rewards.flat(2))
    let next = 0
    return rewards.map(row => row.map(votes => votes.map(() => nth(values, next++))))
  },
})

/** Variance as E[x²] − E[x]². */
const byMoments = (values: readonly number[]): number[] => {
  const centre = mean(values)
  const variance = mean(values.map(value => value * value)) - centre * centre
  return values.map(value => (variance > 1e-12 ? (value - centre) / Math.sqrt(variance) : 0))
}

/** Sums in single precision. */
const inSingle = (values: readonly number[]): number[] => {
  const single = Float32Array.from(values)
  const centre = Math.fround(single.reduce((sum, value) => Math.fround(sum + value), 0) / values.length)
  const deviation = Math.sqrt(mean([...single].map(value => (value - centre) ** 2)))
  return [...single].map(value => (deviation > 1e-8 ? (value - centre) / deviation : 0))
}

const withFloor =
  (floor: number) =>
  (values: readonly number[]): number[] =>
    values.map(value => (value - mean(values)) / (populationStandardDeviation(values) + floor))

/** Rewards with those of steps that have none left out, later steps moved up. */
const closedUp = (rewards: ByStep): number[][] => rewards.map(row => row.filter(reward => reward !== null))

function counted(): () => number {
  let calls = 0
  return () => (calls += 1)
}

function late(next: () => number): () => number {
  return () => (next() > 300 ? 1 : 0)
}

function remembered(): Pick<Formulas, 'advantages'> {
  const known = new Map<string, ByStep>()
  return {
    advantages: (rewards, group) => {
      const key = JSON.stringify(group)
      const found = known.get(key) ?? drop(rewards)
      known.set(key, found)
      return found
    },
  }
}

function movingMean(): Pick<Formulas, 'voteAdvantages'> {
  let level = 0
  return {
    voteAdvantages: rewards => {
      const all = rewards.flat(2)
      if (all.length > 0) level = 0.9 * level + 0.1 * mean(all)
      return rewards.map(row => row.map(votes => votes.map(value => value - level)))
    },
  }
}

function oneBuffer(): Pick<Formulas, 'testRewards'> {
  const buffer: (number | null)[] = []
  return {
    testRewards: (...given) => {
      buffer.splice(0, buffer.length, ...right.testRewards(...given))
      return buffer
    },
  }
}

/** As what is given may be written to by a careless author. */
const writable = <T>(values: readonly T[]): T[] => values as T[]

/** Over a step index, but counted among the steps that have votes. */
const closedRanks = (): Pick<Formulas, 'voteAdvantages'> => ({
  voteAdvantages: rewards => {
    const closed = consistencyAdvantages(
      rewards.map(steps => steps.filter(({ length }) => length > 0)),
      'step-index',
    )
    return rewards.map((steps, episode) => {
      let rank = 0
      return steps.map(({ length }) => (length === 0 ? [] : (closed[episode]?.[rank++] ?? [])))
    })
  },
})

const unplayedInMean = (): Pick<Formulas, 'voteAdvantages'> => ({
  voteAdvantages: rewards => {
    const centre = mean(rewards.map(steps => (steps.flat().length === 0 ? 0 : mean(steps.flat()))))
    return rewards.map(steps => steps.map(ofStep => ofStep.map(value => value - centre)))
  },
})

export const plantedNumbers: readonly PlantedFault[] = [
  /* Not pure. */
  fault('a counter grows with every call', 'reward-repeats', stirred(counted())),
  fault(
    'it depends on the hour',
    'reward-repeats',
    stirred(() => new Date().getHours()),
  ),
  fault(
    'the clock of the process is looked at',
    'reward-repeats',
    stirred(() => Math.floor(process.uptime() / 600)),
  ),
  fault(
    'a coin is thrown that seldom shows',
    'reward-repeats',
    stirred(() => (Math.random() < 1e-4 ? 1 : 0)),
  ),
  fault('after 300 calls it is another', 'reward-repeats', stirred(late(counted()))),
  fault('advantages are remembered by the group without its rewards', 'advantage-repeats', remembered()),
  fault('the level of the calls before is kept', 'vote-advantage-repeats', movingMean()),
  /* Steps without votes. */
  fault('votes are compared by the rank of their step among those with votes', 'hole-vote-comparisons', closedRanks()),
  fault('an episode without votes counts in the mean', 'hole-vote-unplayed', unplayedInMean()),
  fault('one buffer is given each time', 'test-reward-repeats', oneBuffer()),
  fault('every seventh decision is another', 'decision-repeats', {
    accepts: (
      (next: () => number) => change =>
        next() % 7 === 0 || right.accepts(change)
    )(counted()),
  }),
  fault('the loss has noise', 'loss-repeats', {
    rule: (logprobs, span) => {
      const was = clipped(logprobs, { ...span, clip: 0.2, klWeight: 0.01 })
      return { ...was, loss: was.loss + (performance.now() > 3_600_000 ? 1e-9 : 0) }
    },
  }),
  fault('episodes are sorted in place', 'advantage-keeps-its-input', {
    advantages: rewards => {
      for (const row of rewards) writable(row).sort((a, b) => (a ?? 0) - (b ?? 0))
      return drop(rewards)
    },
  }),
  fault('votes are taken out one by one', 'vote-reward-keeps-its-input', {
    voteRewards: (reward, votes) => {
      const all = consistencyRewards(reward, votes, 2)
      writable(votes).splice(0, 1)
      return all
    },
  }),
  fault('old log-probabilities are shifted in place', 'loss-keeps-its-input', {
    rule: (logprobs, span) => {
      const result = clipped(logprobs, { ...span, clip: 0.2, klWeight: 0.01 })
      const { oldLogprobs } = span
      if (oldLogprobs instanceof Float64Array) oldLogprobs[0] = -nth(oldLogprobs, 0)
      return result
    },
  }),
  fault('votes that are missing are filled in', 'reward-keeps-its-input', {
    stepReward: (episode, step, progress) => {
      const at = episode.votes.indexOf(null)
      if (at >= 0) writable(episode.votes)[at] = [0]
      return right.stepReward(episode, step, progress)
    },
  }),

  /* Advantages of other steps. */
  fault('ranks are closed over missing rewards within an episode', 'hole-comparisons', {
    advantages: rewards => {
      const short = drop(closedUp(rewards))
      return rewards.map((row, episode) => {
        const left = [...nth(short, episode)]
        return row.map(reward => (reward === null ? null : present(left.shift())))
      })
    },
  }),
  fault('a column without its missing rewards is given out by place', 'hole-episode-order', {
    advantages: rewards => {
      const columns = nth(rewards, 0).map((_, step) =>
        standardise(rewards.flatMap(row => (typeof row[step] === 'number' ? [row[step]] : []))),
      )
      return rewards.map((row, episode) =>
        row.map((reward, step) => (reward === null ? null : (columns[step]?.[episode] ?? 0))),
      )
    },
  }),
  fault('all advantages in a list are given out over missing rewards, too', 'hole-episode-order', {
    advantages: rewards => {
      const list = drop(rewards)
        .flat()
        .filter(value => value !== null)
      let next = 0
      return rewards.map(row =>
        row.map(reward => {
          const value = list[next++] ?? 0
          return reward === null ? null : value
        }),
      )
    },
  }),
  fault('episodes are ranked, and given out in the order of those with a first reward', 'hole-own-reward', {
    advantages: rewards => {
      const means = rewards.map(row => mean([0, ...row.filter(reward => reward !== null)]))
      const first = rewards.findIndex(row => row[0] === null)
      const scaled = standardise(means)
      return rewards.map((row, episode) =>
        row.map(reward =>
          reward === null ? null : (scaled[first < 0 || episode < first ? episode : episode - 1] ?? 0),
        ),
      )
    },
  }),
  fault('an episode that has no reward counts as one of 0', 'hole-unplayed', {
    advantages: rewards => {
      const sums = rewards.map(row => row.reduce<number>((sum, reward) => sum + (reward ?? 0), 0))
      const scaled = standardise(sums)
      return rewards.map((row, episode) => row.map(reward => (reward === null ? null : nth(scaled, episode))))
    },
  }),

  /* Digits. */
  fault('variance is E[x²] − E[x]² by step index', 'far-from-zero', { advantages: byColumn(byMoments) }),
  fault('sums are of single precision', 'far-from-zero', { advantages: byColumn(inSingle) }),
  fault('variance is E[x²] − E[x]² over votes', 'vote-far-from-zero', overTask(byMoments)),
  fault('sums over votes are of single precision', 'vote-far-from-zero', overTask(inSingle)),
  fault('no floor but 0 itself', 'rounding-is-no-variance', {
    advantages: byColumn(values => {
      const deviation = populationStandardDeviation(values)
      return values.map(value => (deviation === 0 ? 0 : (value - mean(values)) / deviation))
    }),
  }),
  fault('a floor of 1e-12', 'rounding-is-no-variance', { advantages: byColumn(withFloor(1e-12)) }),
  fault('a floor of 1e-10', 'rounding-is-no-variance', { advantages: byColumn(withFloor(1e-10)) }),
  fault('a floor of 1e-12 beneath votes', 'vote-rounding-is-no-variance', overTask(withFloor(1e-12))),
  fault('votes are divided by their deviation', 'unanimous-reward-bounded', {
    stepReward: ({ outcome, votes }, step) => {
      const own = votes[step] ?? []
      return outcome + mean(own) / (populationStandardDeviation(own) + 1e-8)
    },
  }),
  fault('rewards of votes are divided by the deviation of the votes', 'unanimous-vote-bounded', {
    voteRewards: (reward, votes) => votes.map(vote => (reward * vote) / (populationStandardDeviation(votes) + 1e-6)),
  }),
  fault('rewards of tests are standardised with no floor', 'test-copies', {
    testRewards: (correct, passes) => {
      if (!correct.includes(true)) return passes.map(() => null)
      const shares = passes.map(ofTest => mean(ofTest.map(yes => (yes ? 0.1 : 0))))
      const deviation = populationStandardDeviation(shares)
      return shares.map(share => (deviation === 0 ? 0 : (share - mean(shares)) / deviation))
    },
  }),
  fault('the votes of steps that have some are counted through', 'hole-own-votes', {
    stepReward: ({ outcome, votes }, step) => outcome + mean(votes.filter(each => each !== null)[step] ?? [0]),
  }),
  fault('the floor is a relative rounding', 'vote-rounding-is-no-variance', overTask(withFloor(Number.EPSILON))),
]
