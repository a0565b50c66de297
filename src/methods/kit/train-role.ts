import type { RunConfig } from '../../config/config.ts'
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

type Trainings = Readonly<Record<string, () => Promise<unknown>>>

/**
 * Trains models that do not depend on each other: at once on a service, one after another on the device that they share here.
 *
 * @returns their results by name. @throws the first failure, after all that were begun have ended.
 */
export async function trainEach<Each extends Trainings>(
  { engine }: Pick<RunConfig, 'engine'>,
  trainings: Each,
): Promise<{ readonly [Name in keyof Each]: Awaited<ReturnType<Each[Name]>> }> {
  const results: Record<string, unknown> = {}
  const trained = Object.entries(trainings).map(([name, train]) => async () => {
    results[name] = await train()
  })
  if (engine.kind === 'tinker') {
    const ended = await Promise.allSettled(trained.map(train => train()))
    for (const each of ended) if (each.status === 'rejected') throw each.reason
  } else {
    for (const train of trained) await train()
  }
  /* Each has its result by now. */
  return results as Awaited<ReturnType<typeof trainEach<Each>>>
}
