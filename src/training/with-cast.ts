import { addresses } from '../addresses.ts'
import type { Environment } from '../environment.ts'
import { loadEnvironment } from '../load-environment.ts'
import { startCast, type Cast } from './cast.ts'
import type { StoredModels } from './checkpoint.ts'
import type { RunConfig } from './config.ts'
import { environmentSource } from './environment-source.ts'
import type { TrainingEvent } from './events.ts'
import { models } from './orders.ts'

/** Starts the actors, loads both models, does the work, and stops the actors whatever happens. */
export async function withCast(
  config: Pick<RunConfig, 'environment' | 'engine' | 'adaptation'>,
  stored: StoredModels,
  emit: (warning: Extract<TrainingEvent, { kind: 'warning' }>) => void,
  work: (cast: Cast, world: Environment<unknown, unknown>) => Promise<void>,
): Promise<void> {
  const environment = environmentSource(config.environment)
  const world = await loadEnvironment(environment)
  const cast = await startCast({
    environment,
    environmentThreads: config.environment.threads,
    engine: config.engine,
    tokenizers: { policy: stored.policy.tokenizer, rewardModel: stored.rewardModel.tokenizer },
    attempts: config.adaptation.attempts,
    onWarning: text => emit({ kind: 'warning', text }),
  })
  try {
    for (const name of ['policy', 'rewardModel'] as const) {
      await cast.client.call({ kind: 'load', to: addresses.gpu, model: models[name], state: stored[name].state })
    }
    await work(cast, world)
  } finally {
    await cast.stop()
  }
}
