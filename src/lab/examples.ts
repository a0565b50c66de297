/** The policy's training examples, from groups of episodes and their advantages. */
import type { Example } from '../contracts/models/device.ts'
import { policySamples } from '../learning/samples.ts'
import { noVersions } from '../learning/staleness.ts'
import { examplesOf } from '../learning/train-model.ts'
import { derive } from '../math/random.ts'
import { everyGroup } from '../methods/kit/train-policy.ts'
import { policyName } from '../rollout/rollout-requests.ts'
import { count as positiveInteger, type Shape } from '../user-code/shape.ts'
import { requireOptions } from '../user-code/require-shape.ts'
import type { StartedLab } from '../run/start-lab.ts'
import { creditedBy, type Advantages } from './credit.ts'
import type { LabGroup } from './votes.ts'

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
