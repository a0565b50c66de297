import type { RunConfig } from '../config/config.ts'
import { environmentSource } from '../config/environment-source.ts'
import { initialiseNetwork } from '../engine/networks/initialise-network.ts'
import { derive, rootKey } from '../math/random.ts'
import type { NetworkStates } from './actors/networks.ts'
import type { World } from '../contracts/worlds/world.ts'
import type { Method, ModelSources, PreparedMethod } from '../methods/method.ts'
import { loadMethod } from '../methods/registry/registry.ts'
import { loadWorld } from '../rollout/load-world.ts'

/** A method that is ready for a configuration; nothing has been started. */
export interface Preparation {
  readonly method: Method
  readonly prepared: PreparedMethod
  readonly world: World
}

/** @throws {RangeError} if the world, the method or something that it reads of the configuration is wrong. */
export async function prepare(config: RunConfig, formulation: unknown): Promise<Preparation> {
  if (config.engine.kind === 'openai')
    throw new RangeError('engine.kind must be one that trains the policy, got openai: that is for eval alone')
  const world = await loadWorld(environmentSource(config.environment))
  const method = await loadMethod(config.method)
  const prepared = await method.prepare({ config, world, formulation })
  if (formulation !== undefined && prepared.formulation === null)
    throw new RangeError(`the method ${method.name} takes no formulation, and one was given`)
  return { method, prepared, world }
}

/** The networks that a run begins with. @throws {RangeError} if one has no name of its own, or no sizes. */
export function beginningNetworks(config: RunConfig, { method, world }: Preparation): NetworkStates {
  const models = Object.keys(method.models(config, world))
  const shapes = Object.entries(method.networks(config, world))
  const key = derive(rootKey(config.seed), 'network')
  return Object.fromEntries(
    shapes.map(([name, shape]) => {
      if (!/^[a-z][a-z0-9-]*$/.test(name) || models.includes(name))
        throw new RangeError(
          `the name of a network must be of lower-case letters, digits and hyphens, and none of a model, got '${name}'`,
        )
      return [name, initialiseNetwork(shape, derive(key, name))]
    }),
  )
}

/** Where the models start. @throws {RangeError} if one is missing by which an agent is played. */
export function modelsOf(config: RunConfig, { method, prepared, world }: Preparation): ModelSources {
  const sources = method.models(config, world)
  const missing = Object.values(prepared.players).find(model => !Object.hasOwn(sources, model))
  if (missing !== undefined)
    throw new RangeError(`there must be a model named ${missing}, got ${Object.keys(sources).join(', ')}`)
  return sources
}
