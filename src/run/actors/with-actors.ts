import { addresses } from '../../contracts/addresses.ts'
import type { Environment } from '../../contracts/environment.ts'
import { asError } from '../../contracts/failure.ts'
import { judgedBy } from '../../reward/protocols.ts'
import { loadEnvironment } from '../../rollout/load-environment.ts'
import { requireMemory } from '../../model/memory.ts'
import type { SystemEvent } from '../../runtime/supervision/system-event.ts'
import { startActors, type RunActors } from './run-actors.ts'
import type { StoredModels } from '../loop/checkpoint.ts'
import type { RunConfig } from '../../config/config.ts'
import { deviceOptions } from '../setup/device-options.ts'
import { environmentSource } from '../../config/environment-source.ts'
import { models } from '../../rollout/rollout-requests.ts'
import type { ActorOverrides } from './roles.ts'

export interface WithActorsOptions {
  readonly config: Pick<RunConfig, 'environment' | 'engine' | 'adaptation' | 'supervision'>
  readonly stored: StoredModels
  readonly actors?: ActorOverrides
  /** Told of each actor that died, and of each that stands in its place. */
  readonly tell: (event: SystemEvent) => void
  /** Once aborted, whatever is asked of the actors is rejected with its reason. */
  readonly unsubscribed: AbortSignal
}

/** Starts the actors, loads both models, does the work, and stops the actors whatever happens. */
export async function withActors(
  { config, stored, actors = {}, tell, unsubscribed }: WithActorsOptions,
  work: (cast: RunActors, world: Environment<unknown, unknown>) => Promise<void>,
): Promise<void> {
  requireMemory('policy and reward model', [stored.policy.state.config, stored.rewardModel.state.config])
  const environment = environmentSource(config.environment)
  const world = await loadEnvironment(environment)
  const cast = await startActors({
    environment,
    environmentThreads: config.environment.threads,
    engine: deviceOptions(config.engine),
    tokenizers: { policy: stored.policy.tokenizer, rewardModel: stored.rewardModel.tokenizer },
    judging: judgedBy(world),
    attempts: config.adaptation.attempts,
    supervision: config.supervision,
    actors,
    tell,
  })
  const giveUp = (): void => cast.fail(asError(unsubscribed.reason))
  unsubscribed.addEventListener('abort', giveUp)
  try {
    unsubscribed.throwIfAborted()
    for (const name of ['policy', 'rewardModel'] as const) {
      await cast.client.call({ kind: 'load', to: addresses.gpu, model: models[name], state: stored[name].state })
    }
    await work(cast, world)
  } finally {
    unsubscribed.removeEventListener('abort', giveUp)
    await cast.stop()
  }
}
