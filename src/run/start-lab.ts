import type { RunConfig } from '../config/config.ts'
import { rootKey } from '../math/random.ts'
import type { UntimedLab } from '../methods/method.ts'
import { openActors, type OpenActorsOptions } from './actors/open-actors.ts'
import type { RunActors } from './actors/run-actors.ts'
import type { Preparation } from './prepare.ts'
import { openStores, type StoreBytes, type Stores } from '../store/stores.ts'

/** A lab with the actors behind it. */
export interface StartedLab extends UntimedLab, Pick<RunActors, 'stop'> {
  readonly runActors: RunActors
  readonly stores: Stores
}

interface StartLabOptions extends Omit<OpenActorsOptions, 'config' | 'additional'> {
  readonly config: RunConfig
  readonly preparation: Preparation
  /** As a checkpoint kept them; none if left out. */
  readonly kept?: StoreBytes
}

/** Starts the actors of a configuration with those of its method, and loads the models. @throws {RangeError} as `openActors`. */
export async function startLab({ config, preparation, kept, ...options }: StartLabOptions): Promise<StartedLab> {
  const { world, prepared } = preparation
  /* First: actors that have been started would have to be stopped. */
  const stores = await openStores(kept)
  const runActors = await openActors({
    config,
    vector: world.vectors !== undefined,
    additional: prepared.actors,
    ...options,
  })
  const { client, model, network, rollouts, vectors } = runActors
  const root = rootKey(config.seed)
  return {
    config,
    world,
    root,
    client,
    model,
    network,
    store: stores.open,
    rollouts,
    vectors,
    runActors,
    stores,
    stop: async deadlineMs => {
      try {
        await runActors.stop(deadlineMs)
      } finally {
        await prepared.close()
      }
    },
  }
}
