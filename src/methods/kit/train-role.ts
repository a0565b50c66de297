import type { ModelTraining } from '../../config/model-schema.ts'
import { learningRateAt } from '../../learning/learning-rate.ts'
import type { Samples } from '../../learning/samples.ts'
import { trainModel, type TrainedModel } from '../../learning/train-model.ts'
import type { Objective } from '../../losses/objective.ts'
import { derive } from '../../math/random.ts'
import type { Lab } from '../method.ts'

export interface TrainRoleOptions {
  /** Name of the model on the engine. */
  readonly model: string
  /** From 1. */
  readonly iteration: number
  readonly samples: Samples
  readonly objective: Objective
  /** Name by which its minibatches are drawn; left out, that of the model. */
  readonly draws?: string
}

/** Trains a model on an iteration's samples. @param settings section of the configuration by which it is trained. */
export function trainRole(
  { config, root, ...lab }: Pick<Lab, 'config' | 'model' | 'root' | 'timed'>,
  settings: ModelTraining,
  { model, iteration, samples, objective, draws = model }: TrainRoleOptions,
): Promise<TrainedModel> {
  const { minibatches, clipNorm, oldLogprobs } = settings
  return lab.timed(`train ${model}`, () =>
    trainModel({
      model: lab.model(model),
      ...samples,
      ratioCap: config.mode.ratioCap,
      minibatches,
      oldLogprobs,
      objective,
      clipNorm,
      learningRate: learningRateAt(settings, iteration, config.iterations),
      key: derive(root, 'minibatches', draws, iteration),
    }),
  )
}
