/** Groups of episodes as a run plays them, and what a model is trained on from them. */
import type { Example } from '../contracts/models/device.ts'
import type { EpisodeKey } from '../contracts/episode.ts'
import { drawnGroups } from '../curriculum/schedule.ts'
import type { Slots } from '../curriculum/slots.ts'
import { policySamples } from '../learning/samples.ts'
import { noVersions } from '../learning/staleness.ts'
import { examplesOf } from '../learning/train-model.ts'
import { derive } from '../math/random.ts'
import { everyGroup } from '../methods/kit/train-policy.ts'
import { rollOut } from '../methods/kit/roll-out.ts'
import { policyName, policyRequest } from '../rollout/rollout-requests.ts'
import type { StartedLab } from '../run/start-lab.ts'
import { judgedIn, withVotes, type LabRollout } from './votes.ts'

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

/** The groups of an iteration: the episodes that `train` plays in it. Those that cannot be played are missing. */
export async function playGroups(
  lab: StartedLab,
  slots: Slots<unknown>,
  { iteration, tasks, episodes, votes }: GroupsOptions,
): Promise<readonly (readonly LabRollout[])[]> {
  const configured = lab.config.tasks
  const config = {
    tasks: { ...configured, perIteration: tasks ?? configured.perIteration, episodes: episodes ?? configured.episodes },
  }
  const planned = drawnGroups({ config, root: lab.root }, iteration, slots)
  const observersOf = judgedIn(lab, votes)
  const requests = planned.flatMap(({ keys, task }) =>
    keys.map((key: EpisodeKey) => ({ ...policyRequest(lab, key, task), observers: observersOf(key) })),
  )
  const { played } = await rollOut({ ...lab, timed: (_, work) => work() }, planned, requests)
  return played.map(({ members, slot, task }) => members.map(({ rollout }) => withVotes(rollout, slot, task)))
}

/** Advantages of the episodes of a group: of each as a whole, or of each of its steps; `null` is not trained on. */
export type Advantages = (group: readonly LabRollout[]) => readonly (number | null | readonly (number | null)[])[]

export interface ExamplesOptions {
  /** Draws the order, from 1. */
  readonly iteration: number
}

/** Every action with an advantage, in a drawn order. The policy computes the log-probabilities before the update where `policy.oldLogprobs` says so. */
export async function examplesIn(
  lab: StartedLab,
  groups: readonly (readonly LabRollout[])[],
  advantages: Advantages,
  { iteration }: ExamplesOptions,
): Promise<readonly Example[]> {
  const { policy, mode } = lab.config
  const credited = groups.map(group => ({
    group: { members: group.map(rollout => ({ rollout })) },
    credit: { advantages: byStep(group, advantages(group)) },
  }))
  const { packed } = policySamples(credited, everyGroup, { trainings: noVersions, truncated: policy.truncated })
  const { examples } = await examplesOf({
    model: lab.model(policyName),
    packed,
    oldLogprobs: policy.oldLogprobs,
    ratioCap: mode.ratioCap,
    key: derive(lab.root, 'minibatches', policyName, iteration),
  })
  return examples
}

function byStep(group: readonly LabRollout[], given: ReturnType<Advantages>): readonly (readonly (number | null)[])[] {
  if (given.length !== group.length)
    throw new RangeError(`advantages must give one entry an episode, ${group.length}, got ${given.length}`)
  return group.map(({ episode: { steps } }, index) => {
    const own = given[index] ?? null
    if (typeof own === 'number' || own === null) return steps.map(() => own)
    if (own.length === steps.length) return own
    throw new RangeError(`advantages of episode ${index} must be one a step, ${steps.length}, got ${own.length}`)
  })
}
