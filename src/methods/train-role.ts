import { learningRateAt } from '../learning/learning-rate.ts'
import type { Samples } from '../learning/samples.ts'
import { trainModel, type TrainedModel } from '../learning/train-model.ts'
import type { Objective } from '../losses/objective.ts'
import { derive } from '../math/random.ts'
import { modelNames } from '../rollout/rollout-requests.ts'
import type { Lab } from './method.ts'

export interface TrainRoleOptions {
  /** From 1. */
  readonly iteration: number
  readonly samples: Samples
  readonly objective: Objective
  /** Name of the model to train; left out, that of the role. */
  readonly model?: string
}

/** Trains a model on an iteration's samples, by the section of the configuration for its role. */
export function trainRole(
  lab: Pick<Lab, 'config' | 'model' | 'root'>,
  role: keyof typeof modelNames,
  { iteration, samples, objective, model }: TrainRoleOptions,
): Promise<TrainedModel> {
  const { config, root } = lab
  const { minibatches, clipNorm, oldLogprobs } = config[role]
  return trainModel({
    model: lab.model(model ?? modelNames[role]),
    ...samples,
    ratioCap: config.mode.ratioCap,
    minibatches,
    oldLogprobs,
    objective,
    clipNorm,
    learningRate: learningRateAt(config[role], iteration, config.iterations),
    key: derive(root, 'minibatches', model ?? role, iteration),
  })
}
