import type { Samples } from '../learning/samples.ts'
import { learningRateAt, trainModel, type TrainedModel } from '../learning/train-model.ts'
import type { Objective } from '../losses/objective.ts'
import { derive } from '../math/random.ts'
import { modelNames } from '../rollout/rollout-requests.ts'
import type { Lab } from './method.ts'

export interface TrainRoleOptions {
  /** From 1. */
  readonly iteration: number
  readonly samples: Samples
  readonly objective: Objective
}

/** Trains a model on an iteration's samples, by its section of the configuration. */
export function trainRole(
  { model, config, root }: Lab,
  role: keyof typeof modelNames,
  { iteration, samples, objective }: TrainRoleOptions,
): Promise<TrainedModel> {
  const { learningRate, finalLearningRate, minibatches, clipNorm } = config[role]
  return trainModel({
    model: model(modelNames[role]),
    ...samples,
    ratioCap: config.mode.ratioCap,
    minibatches,
    objective,
    clipNorm,
    learningRate: learningRateAt(learningRate, finalLearningRate, iteration - 1, config.iterations),
    key: derive(root, 'minibatches', role, iteration),
  })
}
