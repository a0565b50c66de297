/** The policy's training examples, from groups of episodes and their advantages. */
import type { Example } from '../contracts/models/device.ts'
import { policySamples } from '../learning/samples.ts'
import { noVersions } from '../learning/staleness.ts'
import { examplesOf } from '../learning/train-model.ts'
import { derive } from '../math/random.ts'
import { everyGroup } from '../methods/kit/train-policy.ts'
import type { Members } from '../rollout/groups.ts'
import { policyName } from '../rollout/rollout-requests.ts'
import { callable, count as positiveInteger, type Shape } from '../user-code/shape.ts'
import { describeValue } from '../user-code/describe-value.ts'
import { requireOptions } from '../user-code/require-shape.ts'
import type { StartedLab } from '../run/start-lab.ts'
import type { LabGroup } from './votes.ts'

/** Advantages of the episodes of a group: of each as a whole, or of each of its steps; 0 and `null` are not trained on. */
export type Advantages = (group: LabGroup) => readonly (number | null | readonly (number | null)[])[]

export interface ExamplesOptions {
  /** From 1: it draws the order and the minibatches. */
  readonly iteration: number
}

/** Of all verbs that train. */
export const trainingShapes = { iteration: positiveInteger } satisfies Record<keyof ExamplesOptions, Shape>

/** Every action with an advantage, in a drawn order. The policy computes the log-probabilities before the update where `policy.oldLogprobs` says so. */
export async function examplesIn(
  lab: StartedLab,
  groups: readonly LabGroup[],
  advantages: Advantages,
  options: ExamplesOptions,
): Promise<readonly Example[]> {
  requireOptions('examples', trainingShapes, options)
  const { iteration } = options
  const { policy, mode } = lab.config
  const { packed } = policySamples(creditedBy(advantages, groups), everyGroup, {
    trainings: noVersions,
    truncated: policy.truncated,
  })
  const { examples } = await examplesOf({
    model: lab.model(policyName),
    packed,
    oldLogprobs: policy.oldLogprobs,
    ratioCap: mode.ratioCap,
    key: derive(lab.root, 'minibatches', policyName, iteration),
  })
  return examples
}

/**
 * The groups with an advantage of each step.
 *
 * @throws {RangeError} unless there is one entry an episode, or one a step of it, each a finite number or `null`.
 */
export function creditedBy(advantages: Advantages, groups: readonly LabGroup[]) {
  if (callable.wrongIn(advantages) !== null)
    throw new RangeError(`advantages must be a function, got ${describeValue(advantages)}`)
  return groups.map(group => ({ group: membersIn(group), credit: { advantages: byStep(group, advantages(group)) } }))
}

export const membersIn = (group: LabGroup): Members => ({ members: group.map(rollout => ({ rollout })) })

function byStep(group: LabGroup, given: ReturnType<Advantages>): readonly (readonly (number | null)[])[] {
  if (given.length !== group.length)
    throw new RangeError(`advantages must give one entry an episode, ${group.length}, got ${given.length}`)
  return group.map(({ episode: { steps } }, index) => {
    const own = given[index] ?? null
    const wrong = [own].flat().find(each => each !== null && !Number.isFinite(each))
    if (wrong !== undefined)
      throw new RangeError(`advantages of episode ${index} must be finite numbers or null, got ${describeValue(wrong)}`)
    if (typeof own === 'number' || own === null) return steps.map(() => own)
    if (own.length === steps.length) return own
    throw new RangeError(`advantages of episode ${index} must be one a step, ${steps.length}, got ${own.length}`)
  })
}
