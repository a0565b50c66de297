/**
 * A method of one's own: REINFORCE with a baseline. The advantage of every action of an episode is the episode's outcome,
 * ±1, less the mean outcome of all earlier iterations.
 * Source: Sutton & Barto, Reinforcement Learning, 2nd ed. (2018), section 13.4. Departures: no discount; the baseline is one
 * number, no function of the state; the loss is the configuration's clipped one.
 */
import {
  afterTraining,
  defineMethod,
  feedbackRows,
  maxOffPolicyIterations,
  noVersions,
  objectiveOf,
  policySamples,
  policyStarter,
  rollOutDrawn,
  trainRole,
  type Collected,
  type MethodSettings,
  type Progress,
  type VersionHistory,
} from 'rlanything'

/** Outcomes so far, from which the baseline comes. */
interface Tally {
  readonly won: number
  readonly played: number
}

interface Plan extends Progress {
  readonly tally: Tally
}

interface Batch extends Plan, Collected {
  readonly baseline: number
}

export default defineMethod<MethodSettings, object, Plan, Batch, VersionHistory>({
  name: 'reinforce',
  settings: {},
  uncounted: null,
  measures: [
    {
      ...{ id: 'baseline', title: 'baseline', about: 'Mean outcome of all earlier iterations, ±1.' },
      ...{ format: 'decimal', least: -1, most: 1, section: 'REINFORCE' },
    },
  ],
  models: policyStarter,

  begin: (_, slots) => Promise.resolve({ iteration: 0, slots, tally: { won: 0, played: 0 } }),
  save: ({ tally }) => tally,
  resume: (_, { iteration, slots, state }) => Promise.resolve({ iteration, slots, tally: parseTally(state) }),

  async collect(lab, before) {
    const { tally } = before
    const collected = await rollOutDrawn(lab, before)
    const episodes = [...collected.batch.rollouts.values()].map(({ episode }) => episode)
    return {
      ...collected,
      tally: {
        won: tally.won + episodes.filter(({ won }) => won).length,
        played: tally.played + episodes.length,
      },
      baseline: tally.played === 0 ? 0 : (2 * tally.won) / tally.played - 1,
    }
  },

  fresh: noVersions,
  async learn(lab, { iteration, training, baseline }, trainings) {
    const { config } = lab
    const credited = training.map(group => {
      const rewards = group.members.map(({ rollout: { episode } }) => episode.steps.map(() => (episode.won ? 1 : -1)))
      const advantages = rewards.map(ofEpisode => ofEpisode.map(reward => reward - baseline))
      return { group, credit: { rewards, advantages } }
    })
    const everyGroup = { low: 0, high: 1, edges: 'inclusive' } as const
    const samples = policySamples(credited, everyGroup, { trainings })
    const policy = await trainRole(lab, config.policy, {
      ...{ model: 'policy', iteration, samples },
      objective: objectiveOf(config.policy),
    })
    return {
      models: { policy: policy.metrics },
      measures: { baseline },
      feedback: feedbackRows(credited),
      learned: afterTraining(trainings, policy.version, maxOffPolicyIterations(config)),
    }
  },
})

/** @throws {RangeError} if a checkpoint holds the state of another method. */
function parseTally(state: unknown): Tally {
  if (typeof state === 'object' && state !== null && 'won' in state && 'played' in state) {
    const { won, played } = state
    if (typeof won === 'number' && typeof played === 'number') return { won, played }
  }
  throw new RangeError(`the state of reinforce must be { won, played }, got ${JSON.stringify(state)}`)
}
