/**
 * The verbs of a user's own loop besides those of its models: groups of episodes, their training, and tasks that adapt.
 */
import { prefixed, type MeasuredValues } from '../contracts/measure.ts'
import type { TrainingMetrics } from '../contracts/metrics.ts'
import type { Accepts } from '../curriculum/acceptance/change.ts'
import type { TaskPool } from '../curriculum/adaptation.ts'
import { replayLineage, rootEvents } from '../curriculum/slots.ts'
import { noVersions } from '../learning/staleness.ts'
import { configuredBand } from '../learning/success-band.ts'
import { lookUp } from '../math/look-up.ts'
import type { Lab } from '../methods/method.ts'
import { rollOut } from '../methods/kit/roll-out.ts'
import { trainPolicy } from '../methods/kit/train-policy.ts'
import { adaptationMetrics, adaptTasks } from '../methods/rlanything/adapt-tasks.ts'
import { examined, planGroups } from '../methods/rlanything/groups.ts'
import { rlanythingParts } from '../methods/rlanything/method.ts'
import { runFormulation } from '../methods/rlanything/run-formulation.ts'
import { rlanythingConfig } from '../methods/rlanything/settings.ts'
import { trainRewardModel } from '../methods/rlanything/train-reward-model.ts'
import { rewardModelKindOf } from '../reward/kinds/choose.ts'
import type { PlayedGroup } from '../rollout/groups.ts'
import { policyRequest } from '../rollout/rollout-requests.ts'
import { rootTasks } from '../run/start-run.ts'
import type { Preparation } from '../run/prepare.ts'
import type { StartedLab } from '../run/start-lab.ts'
import { requireOptions } from '../user-code/require-shape.ts'
import { callable, count as positiveInteger, optional, type Shape } from '../user-code/shape.ts'
import { creditedBy, votesCreditedBy, type Advantages, type VoteAdvantages } from './credit.ts'
import { trainingShapes, type ExamplesOptions } from './examples.ts'
import { votingIn, requireRewardModel, withVotes, type LabGroup } from './votes.ts'

export interface GroupsOptions {
  /** Of the run, from 1: it draws the tasks, and all chance in their episodes. */
  readonly iteration: number
  /** Tasks that are drawn; left out, `tasks.perIteration` of the configuration. */
  readonly tasks?: number
  /** Of each task; left out, `tasks.episodes`. */
  readonly episodes?: number
  /** Votes of the reward model on each step; left out, it is not asked. */
  readonly votes?: number
}

const groupsShapes = {
  iteration: positiveInteger,
  tasks: optional(positiveInteger),
  episodes: optional(positiveInteger),
  votes: optional(positiveInteger),
} satisfies Record<keyof GroupsOptions, Shape>

export interface AdaptOptions {
  /** From 1: it keys the proposals. */
  readonly iteration: number
  /** Whether a proposal replaces its task; left out, `adaptation.rule` decides. */
  readonly accepts?: Accepts
}

const adaptShapes = { iteration: positiveInteger, accepts: optional(callable) } satisfies Record<
  keyof AdaptOptions,
  Shape
>

export interface AdaptedGroups {
  /** Those to train on: of drawn tasks, and of proposals that were accepted. */
  readonly training: readonly LabGroup[]
  /** Ids begin with `tasks.`. */
  readonly measures: MeasuredValues
}

export interface Loop {
  /**
   * The groups of an iteration: those of drawn tasks, which are the episodes that `train` plays in it, then those of pending
   * proposals.
   */
  readonly groups: (options: GroupsOptions) => Promise<readonly LabGroup[]>
  /** Trains the policy as its section of the configuration says, `policy.filter` included. */
  readonly trainPolicy: (
    groups: readonly LabGroup[],
    advantages: Advantages,
    options: ExamplesOptions,
  ) => Promise<TrainingMetrics>
  /** Trains the reward model on its votes, as `rewardModel` of the configuration says. @throws {RangeError} without one, or unless there is one advantage a vote. */
  readonly trainRewardModel: (
    groups: readonly LabGroup[],
    advantages: VoteAdvantages,
    options: ExamplesOptions,
  ) => Promise<TrainingMetrics>
  /** Decides on the pending proposals and proposes tasks in place of those outside the band. @throws {RangeError} as `trainRewardModel`. */
  readonly adapt: (groups: readonly LabGroup[], options: AdaptOptions) => Promise<AdaptedGroups>
  /** How right the votes on the groups are; ids begin with `reward-model.`. @throws {RangeError} as `trainRewardModel`. */
  readonly quality: (groups: readonly LabGroup[]) => Promise<MeasuredValues>
}

/**
 * @param preparation of the run, with its formulation if its method completes one.
 * @param given a formulation, as `openLab` takes it.
 * @throws {RangeError} by a verb that is given a group which `groups` has not played.
 */
export async function createLoop(
  started: StartedLab,
  { method, prepared }: Preparation,
  given: object | undefined,
): Promise<Loop> {
  const config = rlanythingConfig(started.config)
  const rewardModelKind = rewardModelKindOf(started.world)
  const { formulation } = rlanythingParts(method, prepared) ?? {
    formulation: (await runFormulation(config, rewardModelKind, given)).whole,
  }
  const timed: Lab['timed'] = (_, work) => work()
  const lab = { ...started, config, rewardModelKind, formulation, timed }
  const played = new WeakMap<LabGroup, PlayedGroup>()
  const playedOf = (group: LabGroup): PlayedGroup => {
    const found = played.get(group)
    if (found === undefined) throw new RangeError('a group must be one that groups has played, got another')
    return found
  }
  let pool: TaskPool | undefined

  return {
    async groups(options) {
      requireOptions('groups', groupsShapes, options)
      const { iteration, tasks = config.tasks.perIteration, episodes = config.tasks.episodes, votes } = options
      const observersOf = votingIn(started, votes)
      pool ??= { slots: replayLineage(rootEvents(await rootTasks(config, lab.world))), criticismBySlot: {} }
      const drawn = { ...config, tasks: { ...config.tasks, perIteration: tasks, episodes } }
      const planned = planGroups({ config: drawn, root: lab.root }, iteration, pool.slots)
      const requests = planned.flatMap(({ keys, task }) =>
        keys.map(key => ({ ...policyRequest(lab, key, task), observers: observersOf(key) })),
      )
      const rolledOut = await rollOut(lab, planned, requests, groups => examined(lab, groups))
      return rolledOut.played.map(group => {
        const { members, slot, task, use } = group
        const own = members.map(({ rollout }) => withVotes(rollout, slot, task, use === 'pending'))
        played.set(own, group)
        return own
      })
    },

    async trainPolicy(groups, advantages, options) {
      requireOptions('trainPolicy', trainingShapes, options)
      const { iteration } = options
      const credited = creditedBy(advantages, groups)
      const band = configuredBand(config.policy)
      const objective = formulation.objectives.policy
      return (await trainPolicy(lab, { iteration, credited, versions: noVersions, objective, band })).metrics
    },

    async trainRewardModel(groups, advantages, options) {
      requireOptions('trainRewardModel', trainingShapes, options)
      const { iteration } = options
      requireRewardModel(started, 'trainRewardModel cannot be done')
      const credited = votesCreditedBy(advantages, groups)
      const objective = formulation.objectives.rewardModel
      return (await trainRewardModel(lab, { iteration, credited, versions: noVersions, objective })).metrics
    },

    async adapt(groups, options) {
      requireOptions('adapt', adaptShapes, options)
      const { iteration, accepts } = options
      requireRewardModel(started, 'adapt cannot be done')
      if (pool === undefined) throw new RangeError('adapt must follow groups, which no iteration has played yet')
      const byPlayed = new Map(groups.map(group => [playedOf(group), group]))
      const rule = accepts === undefined ? formulation : { ...formulation, accepts }
      const adapted = await adaptTasks({ ...lab, formulation: rule }, pool, iteration, [...byPlayed.keys()])
      const { slots, criticismBySlot } = adapted
      pool = { slots, criticismBySlot }
      return {
        training: adapted.training.map(group => lookUp(byPlayed, group)),
        measures: adaptationMetrics(adapted),
      }
    },

    async quality(groups) {
      requireRewardModel(started, 'quality cannot be done')
      return prefixed('reward-model.', rewardModelKind.quality(groups.map(playedOf), config.feedback.lambda))
    },
  }
}
