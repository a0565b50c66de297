/**
 * GRPO by the outcome alone: one model, no reward model, tasks that stay as they are.
 * Source: Shao et al., DeepSeekMath, arXiv 2402.03300, outcome supervision; O is ±1 as in RLAnything.
 */
import { shippedStarter } from '../../config/environment-source.ts'
import { measuredEvents } from '../../curriculum/adaptation.ts'
import { drawnGroups } from '../../curriculum/drawn-groups.ts'
import { outcomeCredit } from '../../learning/outcome-credit.ts'
import { objectiveOf } from '../../learning/objective-of.ts'
import { policySamples } from '../../learning/samples.ts'
import { afterTraining, maxOffPolicyIterations, noVersions, type VersionHistory } from '../../learning/staleness.ts'
import { policyRequests } from '../../rollout/rollout-requests.ts'
import { stopwatch } from '../../runtime/waiting/stopwatch.ts'
import { defineMethod } from '../define-method.ts'
import type { Collected, Progress } from '../method.ts'
import { rollOut } from '../roll-out.ts'
import { trainRole } from '../train-role.ts'

export const grpo = defineMethod<object, Progress, Collected, VersionHistory>({
  name: 'grpo',
  actors: [],
  models: ({ starters, environment: { name } }) => ({ policy: starters.policy ?? shippedStarter(name, 'policy') }),
  fresh: noVersions,
  save: () => null,

  prepare({ config, formulation }) {
    if (formulation !== undefined || config.feedback.formulation !== null)
      throw new RangeError('the method grpo takes no formulation: leave feedback.formulation out')
    return Promise.resolve({ parts: {}, formulation: null })
  },
  begin: (_, slots) => Promise.resolve({ iteration: 0, slots }),
  resume: (_, { iteration, slots }) => Promise.resolve({ iteration, slots }),

  async collect(lab, { iteration: before, slots }) {
    const iteration = before + 1
    const clock = stopwatch(['rollout', 'adaptation'])
    const planned = drawnGroups(lab, iteration, slots)
    const { played, ...rest } = await rollOut(lab, planned, policyRequests(lab, planned))
    clock.lap('rollout')
    const events = measuredEvents({ slots }, iteration, played)
    return { iteration, slots, training: played, events, laps: clock.laps, ...rest }
  },

  async learn(lab, { iteration, training }, trainings) {
    const { config } = lab
    const clock = stopwatch(['trainPolicy', 'trainRewardModel'])
    const credited = training.map(group => ({ group, credit: outcomeCredit(group) }))
    const [low, high] = config.policy.filter
    const samples = policySamples(credited, { low, high, edges: 'exclusive' }, { trainings, stale: config.mode.stale })
    const policy = await trainRole(lab, 'policy', { iteration, samples, objective: objectiveOf(config, 'policy') })
    clock.lap('trainPolicy')
    const feedback = credited.flatMap(({ group: { members }, credit }) =>
      members.map(({ key, rollout }, episode) => ({
        key,
        rollout,
        feedback: { rewards: credit.rewards[episode] ?? [], advantages: credit.advantages[episode] ?? [] },
      })),
    )
    const learned = afterTraining(trainings, policy.version, maxOffPolicyIterations(config))
    const metrics = { judge: null, policy: policy.metrics, rewardModel: null, adaptation: null }
    return { metrics, feedback, learned, laps: clock.laps }
  },
})
